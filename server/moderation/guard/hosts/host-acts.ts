export const HOST_ACTS =
	/(log-?in|sign-?in|sign-?on|logon|secur|verif|account|konto|cuenta|compte|conta|updat|support|auth|confirm|kunde|client|service|bank|billing|wallet|claim|alert|recover|unlock|kyc|safety|redeliv|refund|rebate|customs|prize|bonus|gift|appeal|meldung|aktualis|sicher|segur|verifi|acces|espace|cliente|zahlung|paket|parcel|track|fee|help|tan)/;
