import schema from 'check:merchantCreate';
import { randomUUID } from 'node:crypto';
import { newId } from '#domain/id.ts';
import { merchantFaults, openMerchant } from '#domain/merchant.ts';
import { NotFound } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import type { Answer } from '#http/pipeline.ts';
import { once } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import type { Requests } from '#schemas/index.ts';
import { getApp } from '#store/apps.ts';
import { createMerchant } from '#store/merchants.ts';
import { present } from './present.ts';

const check = { ...schema, rules: merchantFaults };

/** `POST /merchants`: a merchant account; the creating app is its first member. */
export const handler = api<Requests['merchantCreate']>(async ({ appId, body, once: request }) => {
  const scoped = request && { ...request, scope: appId };
  return once(
    scoped,
    async (): Promise<Answer> => {
      const app = await getApp(appId);
      if (!app) throw new NotFound();
      const merchant = openMerchant(body, newId(), randomUUID());
      const answer = { status: 201, body: { merchant: present({ ...merchant, balance: 0 }) } };
      await createMerchant(merchant, app, scoped, answer);
      return answer;
    },
    replayed,
  );
}, check);
