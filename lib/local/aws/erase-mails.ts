import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isId } from '../../../functions/core/domain/id.ts';
import { transactionKey } from '../../../functions/core/store/table/keys.ts';
import type { CallEngine } from '../dynamodb/engine.ts';
import type { Properties } from '../template.ts';

interface Options {
  call: CallEngine;
  /** The name of the table. */
  table: string;
  /** The folder that e-mail is written to. */
  mail: string;
}

/** The functions of the routes that erase a customer. */
const erasing = /MerchantsMerchantIdErasures$/;

/**
 * Deletes the mails about payments whose customer was erased, after each function that erases. AWS does not keep sent mails, so
 * only the runner has this work. Each mail about a payment has the id of the payment.
 */
export function makeEraseMails({ call, table, mail }: Options) {
  /** @param event the request of the function, and its answer */
  return async (id: string, event: unknown, answer: unknown): Promise<void> => {
    const isAged = id === 'CheckLedger' && Number(process.env.KEEP_PERSONAL_DATA) > 0;
    const isErased = erasing.test(id) && (answer as { statusCode?: number } | undefined)?.statusCode === 200;
    if (!isAged && !isErased) return;
    const names = (await readdir(mail).catch(() => [])).filter((name) => name.endsWith('.eml'));
    const { merchantId, email } = isErased ? requestIn(event as Properties) : {};
    const known = new Map<string, Payment | undefined>();
    for (const name of names) {
      const text = await readFile(join(mail, name), 'utf8').catch(() => '');
      // A line of quoted-printable text goes on after `=`, also inside of an id.
      const whole = text.replaceAll(/=\r?\n/g, '').toLowerCase();
      for (const found of new Set((whole.match(/\b[0-9a-f]{24}\b/g) ?? []).filter(isId))) {
        if (!known.has(found)) known.set(found, await paymentOf(found));
        const payment = known.get(found);
        const isNamed = email !== undefined && payment?.merchantId === merchantId && whole.includes(email);
        if (payment?.isErased || isNamed) await rm(join(mail, name), { force: true });
      }
    }
  };

  async function paymentOf(id: string): Promise<Payment | undefined> {
    const { pk, sk } = transactionKey(id);
    const { Item } = await call('GetItem', { TableName: table, Key: { pk: { S: pk }, sk: { S: sk } } });
    return Item && { merchantId: Item.merchantId?.S, isErased: Item.erased !== undefined };
  }
}

interface Payment {
  merchantId?: string;
  isErased: boolean;
}

/** The merchant of a request to erase, and the address in lower case, if the request names one. */
function requestIn({ pathParameters, body, isBase64Encoded }: Properties): {
  merchantId?: string;
  email?: string;
} {
  const text = isBase64Encoded ? Buffer.from(String(body), 'base64').toString() : String(body ?? '');
  return { merchantId: pathParameters?.merchantId, email: emailIn(text)?.toLowerCase() };
}

function emailIn(text: string): string | undefined {
  try {
    return JSON.parse(text).email;
  } catch {
    return new URLSearchParams(text).get('email') ?? undefined;
  }
}
