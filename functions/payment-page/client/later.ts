import { loadMethods } from './method/choice.ts';
import { changeLanguage } from './page/language-switch.ts';
import { offerMail } from './page/receipt-mail.ts';

/**
 * The functions that most customers need late or never: other methods than a card, another language, the mail with the
 * receipt. The page's script loads them when the customer asks for one, so that the first load stays small.
 */
window.florinLater = (page) => ({
  methods: loadMethods(page),
  changeLanguage: (choice) => changeLanguage(choice, page),
  offerMail: offerMail(page),
});
