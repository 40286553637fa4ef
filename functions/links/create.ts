import schema from 'validator:linkCreate';
import { linkMethodFaults } from '#acquirer/methods.ts';
import { newId } from '#domain/id.ts';
import { capturesInConsole } from '#domain/merchants/merchant.ts';
import { expiryOf } from '#domain/merchants/unvouched-merchant.ts';
import { Refused, requireFound } from '#domain/outcome.ts';
import { insecureFaults, linkFaults, openLink } from '#domain/transactions/link.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { recordAnswer } from '#idempotency/answer.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/link.ts';
import type { Requests } from '#schemas/index.ts';
import { findMerchant } from '#store/merchants/merchants.ts';
import { admitMerchantWrite } from '#store/merchants/unvouched-writes.ts';
import { createLink } from '#store/transactions/links.ts';
import { asMember } from '#usecases/accounts/membership.ts';

const validator = { ...schema, rules: linkFaults };

/** Makes a payment link with fixed terms, which its customer cannot change. */
export const handler = florinApi('POST /merchants/{merchantId}/links')
  .use(body<Requests['linkCreate']>(validator))
  .use(idempotent())
  .handler(async (_, { caller, params: { merchantId }, body, idempotency }) => {
    const merchant = requireFound(await asMember(merchantId, caller, findMerchant(merchantId)));
    const { test, unvouched } = merchant;
    const faults = [...insecureFaults(body, test), ...linkMethodFaults(merchant, body)];
    if (faults.length > 0) throw new Refused(faults);
    // A program says what it wants. For a person the merchant's setting decides, and stays with the link.
    const capture = body.capture ?? (caller.kind === 'app' ? undefined : capturesInConsole(merchant));
    const link = openLink({ ...body, capture }, { id: newId(), merchantId, test });
    const answer = { status: 201, body: { link: present(link) } };
    await admitMerchantWrite(merchant);
    await createLink(link, caller, recordAnswer(idempotency, answer), expiryOf(unvouched));
    return answer;
  });
