/**
 * What scammers write without a brand's name, in eleven languages; `acts.ts` reads it. In each language: a parcel that waits,
 * a fee or toll to pay, a fine, a refund, an unpaid bill, a new number.
 */
export const SCAM_PHRASES = `
# English
(parcel|package|shipment|delivery|order) … (could not|couldn t|cannot|can t|failed to) … be … delivered; (parcel|package|shipment|delivery) … (on hold|is held|been held|held at|is pending|suspended|stopped|returned); (reschedule|rearrange|redeliver|release) … (delivery|parcel|package|shipment); (missing|incomplete|incorrect|wrong|correct) … (house number|door number|delivery address|shipping address|address information|address|zip code); (address|shipping information) … (is|was) … (missing|incomplete|incorrect|wrong); unable to deliver … (parcel|package|shipment|order)
(pay|settle) … (customs|redelivery|shipping|import) (fee|fees|charge|charges|duty); (customs|redelivery|delivery) (fee|charge) … (due|required|unpaid|pending); (unpaid|outstanding|overdue) … (toll|tolls); toll … (unpaid|overdue|outstanding|balance|payment|violation); (pay|settle) … (toll|tolls)
(unpaid|outstanding|overdue|pay|settle) … (fine|fines|ticket|tickets|penalty|penalties); (parking|traffic|speeding) (fine|ticket|penalty|violation) … (unpaid|overdue|due|payment|notice)
(pending|outstanding|unclaimed) … (refund|rebate); tax (refund|rebate); (eligible|entitled) … (refund|rebate); (claim|receive|get) your … (refund|rebate); refund … (is|was|has been) … (waiting|ready|approved|issued|available)
(unpaid|outstanding|overdue) … (invoice|bill|balance|payment|fee|fees)
(my|this is my|here is my) new (number|phone number|phone); (hi|hey|hello) (mum|mom|dad|mama|papa) …; changed my (number|phone number)
# German
(paket|sendung|lieferung|päckchen) … (nicht zugestellt|zurückgehalten|zurückgestellt|angehalten|wartet auf|ausgesetzt); (fehlende|unvollständige|falsche) (hausnummer|adresse|adressangaben); (lieferung|zustellung) … bestätigen; (zollsteuer|importsteuer) … zahlen; zustellung … (neu|erneut|fehlgeschlagen|ausgesetzt|planen)
(zollgebühr|zollgebühren|zollkosten|zustellgebühr|versandgebühr|einfuhrgebühr) …; (maut|vignette) … (offen|unbezahlt|nicht bezahlt|bezahlen|zahlen|nachzahlen); (offene|unbezahlte) maut
(bußgeld|strafzettel|verwarnungsgeld|knöllchen) … (offen|unbezahlt|bezahlen|zahlen|fällig|begleichen); (offenes|unbezahltes) (bußgeld|verwarnungsgeld)
(rückerstattung|erstattung|steuererstattung|rückzahlung|steuerrückzahlung) … (bereit|erhalten|beantragen|wartet|genehmigt|anspruch|verfügbar); anspruch auf … (rückerstattung|erstattung)
(offene|unbezahlte|ausstehende|überfällige) (rechnung|forderung|zahlung|gebühr|gebühren)
(meine|das ist meine|hier ist meine) neue (nummer|handynummer|telefonnummer); hallo (mama|papa|oma|opa) …
# French
(colis|livraison|paquet) … (en attente|retenu|bloqué|suspendu|suspendue|n a pas pu|non livré); adresse … (incomplète|incorrecte); (reprogrammez|replanifiez|reprogrammer) … (livraison|colis)
(réglez|payez|régler|payer) … (frais|douane|péage); frais de (douane|livraison|réexpédition) …; péage … (impayé|impayés|non payé)
(amende|amendes|contravention|contraventions|infraction) … (impayée|impayées|en attente|régler|payer|majoration|retard|dossier); (réglez|payez|régler|payer|consultez) … (amende|contravention)
(droit à|bénéficiez d|éligible à|demandez|recevez) … remboursement; remboursement … (en attente|disponible|impôts|trop perçu)
(facture|paiement|somme) (impayée|impayé|en retard) …; retard de paiement
(mon|c est mon|voici mon) nouveau (numéro|téléphone); (coucou|bonjour|salut) (maman|papa|mamie|papi) …
# Spanish
(paquete|envío|pedido|entrega) … (retenido|retenida|no pudo|no se pudo|no ha podido|detenido|en espera|en aduana); (dirección|número) … (incompleta|incorrecta|incompleto); (reprograme|reprograma|reprogramar) … (entrega|envío|paquete)
(pague|paga|abone|abona|pagar|abonar) … (aduana|gastos|tasas|tasa|peaje|arancel|aranceles); (gastos|tasas) de (aduana|envío) …; peaje … (impagado|pendiente|sin pagar)
(multa|multas|sanción) … (pendiente|pendientes|impagada|sin pagar|pagar|tráfico|recargo); (pague|paga|pagar|abone) … multa
(derecho a|recibir|reciba|recibe|solicite|solicita) … (reembolso|devolución); (reembolso|devolución) … (pendiente|disponible|hacienda|aprobado)
(factura|pago|recibo|deuda) (pendiente|impagada|impagado|vencida|vencido) …
(mi|este es mi) nuevo (número|teléfono|móvil); hola (mamá|papá|mami|papi) …
# Italian
(pacco|spedizione|consegna|ordine) … (trattenuto|trattenuta|in attesa|bloccato|bloccata|giacenza|sospesa|non è stato|non è stata|fallita); indirizzo … (incompleto|errato|mancante); (riprogramma|riprogrammi|riprogrammare) … (consegna|spedizione)
(paga|paghi|pagare) … (dogana|spese|dazio|pedaggio|oneri); (spese|oneri) (doganali|di dogana|di spedizione) …; pedaggio … (non pagato|insoluto|mancato)
(multa|multe|verbale|sanzione) … (non pagata|non pagato|in sospeso|scadenza|pagare|da pagare); (paga|paghi|pagare) … (multa|sanzione)
(diritto|ricevi|riceva|richiedi|richieda|ottieni) … rimborso; rimborso … (disponibile|in attesa|fiscale|approvato)
(fattura|bolletta|pagamento) (non pagata|non pagato|insoluta|scaduta|scaduto) …
(il mio|questo è il mio|ecco il mio) nuovo (numero|telefono|cellulare); ciao (mamma|papà|nonna|nonno) …
# Portuguese
(encomenda|pacote|entrega|pedido|objeto) … (retida|retido|não pôde|não foi|pendente|aguardando|alfândega|suspensa); (endereço|morada) … (incompleto|incompleta|incorreto|incorreta); (reagende|reagendar|reprograme) … (entrega|encomenda)
(pague|pagar) … (taxa|alfândega|portagem|pedágio|frete|tributos); taxa de (importação|entrega|alfândega) …; (portagem|portagens|pedágio) … (em atraso|em dívida|não paga|não pagas|pendente)
(multa|multas|coima|coimas) … (em atraso|em dívida|pendente|pendentes|pagar|não paga); (pague|pagar) … (multa|coima)
(direito a|receber|receba|solicite|resgate) … (reembolso|restituição); (reembolso|restituição) … (pendente|disponível|imposto|aprovado)
(fatura|conta|pagamento|débito|dívida) (em atraso|pendente|vencida|vencido|em dívida) …
(meu|o meu|este é o meu) novo (número|telefone|telemóvel); (oi|olá) (mãe|pai|mamãe|papai) …
# Dutch
(pakket|pakketje|zending|bestelling|levering) … (niet bezorgd|niet worden|vastgehouden|tegengehouden|wacht op|niet geleverd); (onvolledig|onjuist|ontbrekend) … (adres|huisnummer); (bezorging|levering) … (opnieuw|plannen|mislukt)
(betaal|betalen|voldoe) … (invoerkosten|douanekosten|verzendkosten|bezorgkosten|tol|inklaringskosten); (invoerkosten|douanekosten|inklaringskosten) …; tol … (niet betaald|openstaand|openstaande)
(boete|boetes|bekeuring|naheffing) … (openstaand|openstaande|niet betaald|betalen|verhoging); (openstaande|onbetaalde) (boete|boetes|bekeuring)
(recht op|ontvang|vraag) … (teruggave|terugbetaling|belastingteruggave); (teruggave|terugbetaling|belastingteruggave) … (klaar|beschikbaar|openstaand|goedgekeurd)
(openstaande|onbetaalde|achterstallige) (factuur|rekening|betaling|schuld|bedrag) …
(mijn|dit is mijn) nieuwe (nummer|telefoonnummer|telefoon|06); (hoi|hallo|hey) (mam|pap|mama|papa|oma|opa) …
# Swedish
(paket|paketet|försändelse|leverans) … (kunde inte|väntar på|stoppats|hålls|har stoppats); (ofullständig|felaktig|saknad) … adress; (betala|betalning av) … (tull|tullavgift|vägtull|frakt|fraktavgift)
(obetald|obetalda|betala) … (böter|bot|vägtull|trängselskatt|parkeringsbot|parkeringsböter); skatteåterbäring …; (rätt till|få) … (återbetalning|skatteåterbäring); (obetald|förfallen|utestående) (faktura|räkning|avgift|betalning)
(mitt|detta är mitt|här är mitt) nya (nummer|telefonnummer|mobilnummer); (hej|hejsan) (mamma|pappa|mormor|farmor) …
# Danish
(pakke|pakken|forsendelse|levering) … (kunne ikke|afventer|tilbageholdt|stoppet|venter på); (ufuldstændig|forkert|manglende) … adresse; (betal|betaling af) … (told|toldafgift|toldgebyr|vejafgift|fragt)
(ubetalt|ubetalte|betal) … (bøde|bøder|parkeringsbøde|vejafgift|parkeringsafgift); (ret til|modtag|få) … (tilbagebetaling|refusion|overskydende skat); (ubetalt|forfalden|udestående) (faktura|regning|gebyr|betaling)
(mit|det er mit|her er mit) nye (nummer|telefonnummer|mobilnummer); (hej|hejsa) (mor|far|mormor|farmor) …
# Norwegian
(pakke|pakken|forsendelse|levering) … (kunne ikke|avventer|holdes tilbake|stoppet|venter på); (ufullstendig|feil|manglende) … adresse; (betal|betaling av) … (toll|tollavgift|bompenger|bomavgift|frakt)
(ubetalt|ubetalte|betal) … (bot|bøter|parkeringsbot|bompenger|gebyr); (rett til|motta|få) … (tilbakebetaling|skattepenger|refusjon); (ubetalt|forfalt|utestående) (faktura|regning|gebyr|betaling)
(mitt|dette er mitt|her er mitt) nye (nummer|telefonnummer|mobilnummer); (hei|heisann) (mamma|pappa|mormor|farmor) …
# Polish
(paczka|paczki|paczkę|przesyłka|przesyłki|przesyłkę|dostawa) … (wstrzymana|wstrzymano|wstrzymaliśmy|nie mogła|nie została|oczekuje na|czeka na|zatrzymana|dopłata|dopłaty); (niepełny|niekompletny|błędny|brakujący) … (adres|numer domu); (opłać|opłaty|dopłać|zapłać|uiść) … (cło|celną|celnej|dostawę|przesyłkę|paczkę|przejazd)
(mandat|mandatu|grzywna|grzywny) … (nieopłacony|nieopłacona|zaległy|zapłać|zapłaty|do zapłaty); (nieopłacony|niezapłacony|zaległy) (mandat|przejazd|rachunek); (nieopłacona|zaległa) (faktura|opłata|płatność)
(zwrot|zwrotu) (podatku|nadpłaty|pieniędzy|środków) …; (należy|przysługuje) … zwrot; (mój|to mój|to jest mój) nowy (numer|telefon); (cześć|hej) (mamo|tato|babciu|dziadku) …
`;
