import type { Account, Loose, Method } from './account.ts';
import { brandOf, isNumber, testCards } from './cards.ts';
import { cardError, invalid, missing } from './errors.ts';
import { inner, metadataOf, type Params, text } from './form.ts';

/** https://docs.stripe.com/api/payment_methods/create, with a card's number (https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis). */
export function createMethod(account: Account, params: Params): Method {
  if (text(params, 'type') !== 'card') throw invalid('parameter_missing', 'type');
  const card = inner(params, 'card');
  const { number = '', cvc = '', exp_month, exp_year } = card as Record<string, string>;
  if (!isNumber(number)) throw cardError({ code: 'incorrect_number', param: 'number' });
  if (!/^\d{3,4}$/.test(cvc)) throw cardError({ code: 'invalid_cvc', param: 'cvc' });
  if (!(Number(exp_month) >= 1 && Number(exp_month) <= 12)) throw cardError({ code: 'invalid_expiry_month' });
  const today = new Date(account.now());
  const months =
    (Number(exp_year) - today.getUTCFullYear()) * 12 + Number(exp_month) - 1 - today.getUTCMonth();
  if (!(months >= 0)) throw cardError({ code: 'invalid_expiry_year', param: 'exp_year' });
  const method = account.add<Method>('pm', {
    object: 'payment_method',
    type: 'card',
    card: {
      brand: brandOf(number),
      last4: number.slice(-4),
      exp_month: Number(exp_month),
      exp_year: Number(exp_year),
    },
    billing_details: {},
    customer: null,
  });
  account.cards.set(method.id, testCards[number] ?? {});
  account.codes.set(method.id, cvc);
  return method;
}

/** https://docs.stripe.com/api/tokens/create_cvc_update */
export function createToken(account: Account, params: Params): Loose {
  const { cvc } = inner(params, 'cvc_update') as Record<string, string | undefined>;
  if (cvc === undefined) throw invalid('parameter_missing', 'cvc_update[cvc]');
  if (!/^\d{3,4}$/.test(cvc)) throw cardError({ code: 'invalid_cvc', param: 'cvc_update[cvc]' });
  const token = account.add<Loose>('cvctok', { object: 'token', type: 'cvc_update', used: false });
  account.codes.set(token.id, cvc);
  return token;
}

/** https://docs.stripe.com/api/customers/create */
export const createCustomer = (account: Account, params: Params) =>
  account.add<Loose>('cus', {
    object: 'customer',
    metadata: metadataOf(params),
  });

export function methodOf(account: Account, id: string): Method {
  const method = account.get<Method>(id);
  if (method?.object !== 'payment_method') throw missing();
  return method;
}

/** https://docs.stripe.com/api/payment_methods/detach; a card that nobody has attached cannot be detached. */
export function detachMethod(account: Account, id: string): Method {
  const method = methodOf(account, id);
  if (!method.customer) throw invalid('resource_missing');
  method.customer = null;
  account.detached.add(id);
  return method;
}

export function customerOf(account: Account, id: string): Loose {
  const customer = account.get<Loose>(id);
  if (customer?.object !== 'customer') throw missing();
  return customer;
}

/** https://docs.stripe.com/api/customers/delete; its id is still shown, and its cards are detached. */
export function deleteCustomer(account: Account, id: string): Loose {
  if (customerOf(account, id).deleted) throw missing();
  for (const method of account.all<Method>('payment_method'))
    if (method.customer === id) detachMethod(account, method.id);
  const deleted = { id, object: 'customer', deleted: true, created: 0 };
  account.things.set(id, deleted);
  return deleted;
}
