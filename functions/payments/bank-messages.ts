const en = {
  bank: 'Test bank',
  simulation: 'A simulation. No money moves.',
  title: 'Confirm your payment',
  question: 'Do you want to pay {amount} to {merchant}?',
  confirm: 'Confirm',
  reject: 'Reject',
  wait: 'Let the time run out',
  waiting: 'The bank does not answer',
  waitingHint: 'In a few minutes the payment page will give up.',
};

export type BankMessages = typeof en;

const bg: BankMessages = {
  bank: 'Тестова банка',
  simulation: 'Симулация. Не се превеждат пари.',
  title: 'Потвърдете плащането',
  question: 'Искате ли да платите {amount}? Получател: {merchant}.',
  confirm: 'Потвърди',
  reject: 'Откажи',
  wait: 'Остави времето да изтече',
  waiting: 'Банката не отговаря',
  waitingHint: 'След няколко минути страницата за плащане ще се откаже.',
};

const cs: BankMessages = {
  bank: 'Testovací banka',
  simulation: 'Simulace. Žádné peníze se nepřevádějí.',
  title: 'Potvrďte platbu',
  question: 'Chcete zaplatit {amount}? Příjemce: {merchant}.',
  confirm: 'Potvrdit',
  reject: 'Odmítnout',
  wait: 'Nechat čas vypršet',
  waiting: 'Banka neodpovídá',
  waitingHint: 'Za několik minut to platební stránka vzdá.',
};

const da: BankMessages = {
  bank: 'Testbank',
  simulation: 'En simulering. Der flyttes ingen penge.',
  title: 'Bekræft din betaling',
  question: 'Vil du betale {amount} til {merchant}?',
  confirm: 'Bekræft',
  reject: 'Afvis',
  wait: 'Lad tiden løbe ud',
  waiting: 'Banken svarer ikke',
  waitingHint: 'Om få minutter giver betalingssiden op.',
};

const de: BankMessages = {
  bank: 'Testbank',
  simulation: 'Eine Simulation. Es fließt kein Geld.',
  title: 'Zahlung bestätigen',
  question: 'Möchten Sie {amount} an {merchant} zahlen?',
  confirm: 'Bestätigen',
  reject: 'Ablehnen',
  wait: 'Zeit ablaufen lassen',
  waiting: 'Die Bank antwortet nicht',
  waitingHint: 'In wenigen Minuten gibt die Zahlungsseite auf.',
};

const el: BankMessages = {
  bank: 'Δοκιμαστική τράπεζα',
  simulation: 'Προσομοίωση. Δεν μεταφέρονται χρήματα.',
  title: 'Επιβεβαιώστε την πληρωμή σας',
  question: 'Θέλετε να πληρώσετε {amount}; Δικαιούχος: {merchant}.',
  confirm: 'Επιβεβαίωση',
  reject: 'Απόρριψη',
  wait: 'Να περάσει ο χρόνος',
  waiting: 'Η τράπεζα δεν απαντά',
  waitingHint: 'Σε λίγα λεπτά η σελίδα πληρωμής θα σταματήσει να περιμένει.',
};

const es: BankMessages = {
  bank: 'Banco de prueba',
  simulation: 'Una simulación. No se mueve dinero.',
  title: 'Confirme su pago',
  question: '¿Quiere pagar {amount} a {merchant}?',
  confirm: 'Confirmar',
  reject: 'Rechazar',
  wait: 'Dejar que se agote el tiempo',
  waiting: 'El banco no responde',
  waitingHint: 'En unos minutos, la página de pago desistirá.',
};

const et: BankMessages = {
  bank: 'Testpank',
  simulation: 'Simulatsioon. Raha ei liigu.',
  title: 'Kinnitage makse',
  question: 'Kas soovite maksta {amount}? Saaja: {merchant}.',
  confirm: 'Kinnita',
  reject: 'Lükka tagasi',
  wait: 'Lase ajal otsa saada',
  waiting: 'Pank ei vasta',
  waitingHint: 'Mõne minuti pärast makseleht loobub.',
};

const fi: BankMessages = {
  bank: 'Testipankki',
  simulation: 'Simulaatio. Rahaa ei liiku.',
  title: 'Vahvista maksusi',
  question: 'Haluatko maksaa {amount}? Saaja: {merchant}.',
  confirm: 'Vahvista',
  reject: 'Hylkää',
  wait: 'Anna ajan kulua loppuun',
  waiting: 'Pankki ei vastaa',
  waitingHint: 'Muutaman minuutin kuluttua maksusivu luovuttaa.',
};

const fr: BankMessages = {
  bank: 'Banque de test',
  simulation: 'Une simulation. Aucun argent ne circule.',
  title: 'Confirmez votre paiement',
  question: 'Voulez-vous payer {amount} à {merchant}\u00a0?',
  confirm: 'Confirmer',
  reject: 'Refuser',
  wait: 'Laisser le temps s’écouler',
  waiting: 'La banque ne répond pas',
  waitingHint: 'Dans quelques minutes, la page de paiement abandonnera.',
};

const hr: BankMessages = {
  bank: 'Testna banka',
  simulation: 'Simulacija. Novac se ne prenosi.',
  title: 'Potvrdite plaćanje',
  question: 'Želite li platiti {amount}? Primatelj: {merchant}.',
  confirm: 'Potvrdi',
  reject: 'Odbij',
  wait: 'Pusti da vrijeme istekne',
  waiting: 'Banka ne odgovara',
  waitingHint: 'Za nekoliko minuta stranica za plaćanje odustat će.',
};

const hu: BankMessages = {
  bank: 'Tesztbank',
  simulation: 'Szimuláció. Pénz nem mozog.',
  title: 'Erősítse meg a fizetést',
  question: 'Szeretne {amount} összeget fizetni? Kedvezményezett: {merchant}.',
  confirm: 'Megerősítés',
  reject: 'Elutasítás',
  wait: 'Az idő lejáratása',
  waiting: 'A bank nem válaszol',
  waitingHint: 'Néhány perc múlva a fizetési oldal feladja.',
};

const is: BankMessages = {
  bank: 'Prófunarbanki',
  simulation: 'Hermun. Engir peningar eru færðir.',
  title: 'Staðfestu greiðsluna',
  question: 'Viltu greiða {amount}? Viðtakandi: {merchant}.',
  confirm: 'Staðfesta',
  reject: 'Hafna',
  wait: 'Láta tímann renna út',
  waiting: 'Bankinn svarar ekki',
  waitingHint: 'Eftir nokkrar mínútur gefst greiðslusíðan upp.',
};

const it: BankMessages = {
  bank: 'Banca di prova',
  simulation: 'Una simulazione. Non si muove denaro.',
  title: 'Conferma il pagamento',
  question: 'Vuoi pagare {amount} a {merchant}?',
  confirm: 'Conferma',
  reject: 'Rifiuta',
  wait: 'Lascia scadere il tempo',
  waiting: 'La banca non risponde',
  waitingHint: 'Tra pochi minuti la pagina di pagamento rinuncerà.',
};

const lt: BankMessages = {
  bank: 'Bandomasis bankas',
  simulation: 'Simuliacija. Pinigai nepervedami.',
  title: 'Patvirtinkite mokėjimą',
  question: 'Ar norite sumokėti {amount}? Gavėjas: {merchant}.',
  confirm: 'Patvirtinti',
  reject: 'Atmesti',
  wait: 'Leisti laikui baigtis',
  waiting: 'Bankas neatsako',
  waitingHint: 'Po kelių minučių mokėjimo puslapis nustos laukti.',
};

const lv: BankMessages = {
  bank: 'Testa banka',
  simulation: 'Simulācija. Nauda netiek pārskaitīta.',
  title: 'Apstipriniet maksājumu',
  question: 'Vai vēlaties maksāt {amount}? Saņēmējs: {merchant}.',
  confirm: 'Apstiprināt',
  reject: 'Noraidīt',
  wait: 'Ļaut laikam beigties',
  waiting: 'Banka neatbild',
  waitingHint: 'Pēc dažām minūtēm maksājuma lapa pārtrauks gaidīt.',
};

const nb: BankMessages = {
  bank: 'Testbank',
  simulation: 'En simulering. Ingen penger flyttes.',
  title: 'Bekreft betalingen',
  question: 'Vil du betale {amount} til {merchant}?',
  confirm: 'Bekreft',
  reject: 'Avvis',
  wait: 'La tiden løpe ut',
  waiting: 'Banken svarer ikke',
  waitingHint: 'Om noen minutter gir betalingssiden opp.',
};

const nl: BankMessages = {
  bank: 'Testbank',
  simulation: 'Een simulatie. Er gaat geen geld om.',
  title: 'Bevestig uw betaling',
  question: 'Wilt u {amount} betalen aan {merchant}?',
  confirm: 'Bevestigen',
  reject: 'Weigeren',
  wait: 'De tijd laten verlopen',
  waiting: 'De bank antwoordt niet',
  waitingHint: 'Over een paar minuten geeft de betaalpagina het op.',
};

const pl: BankMessages = {
  bank: 'Bank testowy',
  simulation: 'Symulacja. Żadne pieniądze nie są przekazywane.',
  title: 'Potwierdź płatność',
  question: 'Czy chcesz zapłacić {amount}? Odbiorca: {merchant}.',
  confirm: 'Potwierdź',
  reject: 'Odrzuć',
  wait: 'Poczekaj, aż minie czas',
  waiting: 'Bank nie odpowiada',
  waitingHint: 'Za kilka minut strona płatności przestanie czekać.',
};

const pt: BankMessages = {
  bank: 'Banco de teste',
  simulation: 'Uma simulação. Não se movimenta dinheiro.',
  title: 'Confirme o seu pagamento',
  question: 'Quer pagar {amount} a {merchant}?',
  confirm: 'Confirmar',
  reject: 'Recusar',
  wait: 'Deixar o tempo esgotar-se',
  waiting: 'O banco não responde',
  waitingHint: 'Dentro de poucos minutos a página de pagamento desiste.',
};

const ro: BankMessages = {
  bank: 'Bancă de test',
  simulation: 'O simulare. Nu se transferă bani.',
  title: 'Confirmați plata',
  question: 'Doriți să plătiți {amount} către {merchant}?',
  confirm: 'Confirmă',
  reject: 'Respinge',
  wait: 'Lasă timpul să expire',
  waiting: 'Banca nu răspunde',
  waitingHint: 'În câteva minute, pagina de plată va renunța.',
};

const sk: BankMessages = {
  bank: 'Testovacia banka',
  simulation: 'Simulácia. Žiadne peniaze sa neprevádzajú.',
  title: 'Potvrďte platbu',
  question: 'Chcete zaplatiť {amount}? Príjemca: {merchant}.',
  confirm: 'Potvrdiť',
  reject: 'Odmietnuť',
  wait: 'Nechať čas vypršať',
  waiting: 'Banka neodpovedá',
  waitingHint: 'O niekoľko minút to platobná stránka vzdá.',
};

const sl: BankMessages = {
  bank: 'Preskusna banka',
  simulation: 'Simulacija. Denar se ne prenaša.',
  title: 'Potrdite plačilo',
  question: 'Želite plačati {amount}? Prejemnik: {merchant}.',
  confirm: 'Potrdi',
  reject: 'Zavrni',
  wait: 'Pusti, da se čas izteče',
  waiting: 'Banka ne odgovarja',
  waitingHint: 'Čez nekaj minut bo plačilna stran odnehala.',
};

const sv: BankMessages = {
  bank: 'Testbank',
  simulation: 'En simulering. Inga pengar flyttas.',
  title: 'Bekräfta din betalning',
  question: 'Vill du betala {amount} till {merchant}?',
  confirm: 'Bekräfta',
  reject: 'Avvisa',
  wait: 'Låt tiden gå ut',
  waiting: 'Banken svarar inte',
  waitingHint: 'Om några minuter ger betalningssidan upp.',
};

/** What the simulated bank says, by the tag of the language. */
export const bankMessages = {
  bg,
  cs,
  da,
  de,
  el,
  en,
  es,
  et,
  fi,
  fr,
  hr,
  hu,
  is,
  it,
  lt,
  lv,
  nb,
  nl,
  pl,
  pt,
  ro,
  sk,
  sl,
  sv,
} satisfies Record<string, BankMessages>;

export const bankLanguages = Object.keys(bankMessages) as (keyof typeof bankMessages)[];
