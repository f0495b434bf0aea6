/** What production is given, but for its database: keys that look real. Nobody is called with them. */
export const PRODUCTION_KEYS = {
	NODE_ENV: "production",
	PUBLIC_ORIGIN: "https://visualink.example",
	SESSION_SECRET: "9c1f0be7a4d25836e0b7f4c2d9a81356",
	GOOGLE_CLIENT_ID: "407408718192-u3b6k0f2m9.apps.googleusercontent.com",
	GOOGLE_CLIENT_SECRET: "GOCSPX-4nQ8vT1zLr7sYd2eKx0b",
	STRIPE_SECRET_KEY: "sk_live_51H8sQ2LkdIwHu7ixUpXqZ4t9",
	STRIPE_WEBHOOK_SECRET: "whsec_R4wTq8ZbN2xKs6VjLm0PcYd9",
};
