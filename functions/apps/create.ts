import check from 'check:appCreate';
import { randomUUID } from 'node:crypto';
import { newId } from '#domain/id.ts';
import { refuse } from '#domain/outcome.ts';
import { api } from '#http/api.ts';
import type { Answer } from '#http/pipeline.ts';
import { once } from '#idempotency/record.ts';
import { replayed } from '#idempotency/request.ts';
import type { Requests } from '#schemas/index.ts';
import { createApp } from '#store/apps.ts';
import { openWith, sealWith } from './sealed-answer.ts';

/** Nobody has authenticated yet, so only the key itself tells one caller's repeat from another caller. */
const shortestKey = 16;

/** `POST /apps`: a new app and its API key, which is shown this once. */
export const handler = api<Requests['appCreate']>(async ({ body, once: request, sourceIp }) => {
  if (request && request.key.length < shortestKey)
    refuse('Idempotency-Key', `Must be at least ${shortestKey} characters here, hard to guess`);
  const scoped = request && { ...request, scope: `anonymous ${sourceIp}` };
  return once(
    scoped,
    async (): Promise<Answer> => {
      const app = { id: newId(), name: body.name ?? null };
      const key = randomUUID();
      const answer = { app: { ...app, key } };
      await createApp(app, key, scoped, scoped && sealWith(scoped.key, answer));
      return { status: 201, body: answer };
    },
    (sealed: string) => replayed({ status: 201, body: openWith(scoped?.key ?? '', sealed) }),
  );
}, check);
