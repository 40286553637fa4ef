import schema from 'validator:evidenceSubmit';
import { type EvidenceInput, evidenceFaults, readEvidence } from '#domain/disputes/evidence.ts';
import type { Id } from '#domain/id.ts';
import { requireFound } from '#domain/outcome.ts';
import { body } from '#http/body/body.ts';
import { florinApi } from '#http/routes/merchants-api.ts';
import { idempotent } from '#idempotency/middleware.ts';
import { present } from '#presenters/dispute.ts';
import { getAlert } from '#store/disputes/alerts.ts';
import { submitEvidence } from '#usecases/disputes/submit-evidence.ts';

const validator = { ...schema, rules: evidenceFaults };

/** In bytes: 3 MB of files are 4 MB in Base64. A function takes 6 MB, with the rest of the request. */
const largest = 4.5 * 1024 * 1024;

/** Sends the merchant's evidence for a dispute to the acquirer. Answers with the dispute. */
export const handler = florinApi('POST /disputes/{disputeId}/evidence')
  .use(body<EvidenceInput>(validator, { largest }))
  .use(
    idempotent({
      replay: async ({ disputeId }: { disputeId: Id }) => ({
        status: 201,
        body: { dispute: present(requireFound(await getAlert('dispute', disputeId))) },
      }),
    }),
  )
  .handler(async (_, { caller, params, body, idempotency }) => {
    const evidence = readEvidence(body);
    const dispute = await submitEvidence({ caller, disputeId: params.disputeId, evidence, idempotency });
    return { status: 201, body: { dispute: present(dispute) } };
  });
