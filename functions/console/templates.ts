import schema from 'validator:templateSave';
import { linkMethodFaults } from '#acquirer/methods.ts';
import { templateId } from '#domain/console/link-template.ts';
import { templateName } from '#domain/console/template-name.ts';
import { isCurrency } from '#domain/money/currency.ts';
import { type Fault, Refused, requireFound } from '#domain/outcome.ts';
import { sanitizeText } from '#html/text.ts';
import { body } from '#http/body/body.ts';
import { nameFaults } from '#http/body/validate.ts';
import { consoleApi } from '#http/routes/console-api.ts';
import { presentTemplate } from '#presenters/console.ts';
import type { Requests } from '#schemas/index.ts';
import { listTemplates, removeTemplate, saveTemplate } from '#store/console/link-templates.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { asMember, assertMember } from '#usecases/accounts/membership.ts';

const currencyFaults = ({ currency }: Partial<Requests['templateSave']>): Fault[] =>
  currency === undefined || isCurrency(currency)
    ? []
    : [{ field: 'currency', message: 'Must be an ISO 4217 currency' }];

const faults = (terms: Partial<Requests['templateSave']>): Fault[] => [
  ...nameFaults(terms),
  ...currencyFaults(terms),
];

/** Lists the templates of payment links that the people of a merchant share. */
const list = consoleApi('GET /api/merchants/{merchantId}/templates').handler(
  async (_, { caller, params: { merchantId } }) => {
    const templates = await asMember(merchantId, caller, listTemplates(merchantId));
    return { status: 200, body: templates.map(presentTemplate) };
  },
);

/**
 * Saves a template under its name. `replaces` is the version that the user has seen under this name, so that nobody
 * overwrites a colleague's work unseen.
 */
const save = consoleApi('PUT /api/merchants/{merchantId}/templates')
  .use(body<Requests['templateSave']>({ ...schema, rules: faults }))
  .handler(async (_, { caller, params: { merchantId }, body: { replaces, ...terms } }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    const faults = linkMethodFaults(merchant, terms);
    if (faults.length > 0) throw new Refused(faults);
    await admitMerchantWrite(merchant);
    const name = templateName(sanitizeText(terms.name));
    const template = { ...terms, name, id: templateId(merchantId, name) };
    const saved = await saveTemplate(merchantId, caller, template, replaces);
    return { status: 200, body: { template: presentTemplate(saved) } };
  });

const end = consoleApi('DELETE /api/merchants/{merchantId}/templates/{templateId}').handler(
  async (_, { caller, params: { merchantId, templateId } }) => {
    await assertMember(merchantId, caller);
    await removeTemplate(merchantId, caller, templateId);
    return { status: 204 };
  },
);

/** The handlers of templates. */
export const templates = { list, save, end };
