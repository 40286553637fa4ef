import validator from 'validator:paymentSearch';
import { idDate } from '#domain/id.ts';
import { coerce } from '#http/body/coercion.ts';
import { faultsOf } from '#http/body/validate.ts';
import { paginate } from '#http/lists/list-answer.ts';
import { pagination } from '#http/lists/list-query.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { present } from '#presenters/transaction.ts';
import type { Requests } from '#schemas/index.ts';
import { asMember } from '#usecases/accounts/membership.ts';
import { searchPayments } from '#usecases/console/search-payments.ts';

type Filters = Requests['paymentSearch'];

const { properties } = validator.schema as { properties: Record<keyof Filters, object> };

const filtersOf = (query: Record<string, string | undefined>) =>
  coerce(query, validator.schema, 'form') as Filters;

/** Finds the payments of a merchant that meet all filters of the query, the newest first. */
export const handler = consoleApi('GET /api/merchants/{merchantId}/search', [
  'limit',
  'before',
  'filter[from]',
  'filter[to]',
  ...Object.keys(properties),
])
  .use(pagination((query) => faultsOf(validator, filtersOf(query))))
  .handler(async (_, { caller, params: { merchantId }, query, pagination }) => {
    const filters = filtersOf(query);
    const criteria = {
      text: filters['filter[text]'],
      reference: filters['filter[reference]'],
      email: filters['filter[email]'],
      last4: filters['filter[last4]'],
      amount: filters['filter[amount]'],
      currency: filters['filter[currency]'],
      scheme: filters['filter[scheme]'],
      method: filters['filter[method]'],
      state: filters['filter[state]'],
    };
    // One more payment than requested shows whether there is a next page.
    const limit = pagination.limit + 1;
    const { found, end } = searchPayments(merchantId, criteria, { ...pagination, limit });
    const payments = await asMember(merchantId, caller, paginate(found, { limit }, present));
    const hasMore = payments.length === limit;
    if (hasMore) payments.pop();
    // If a page has reached its largest size, it is shorter than its limit although the search has not ended.
    const goesOn = hasMore || end() === undefined;
    const at = goesOn ? undefined : end()?.at;
    const next = goesOn ? payments.at(-1)?.id : at;
    const body = { payments, next: next ?? null, searchedUntil: at === undefined ? null : idDate(at) };
    return { status: 200, body };
  });
