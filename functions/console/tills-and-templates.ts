import { byRoute } from '#http/routes/by-route.ts';
import { templates } from './templates.ts';
import { tills } from './tills.ts';

/** One function serves tills and templates, as they need the same rights. */
export const handler = byRoute({
  'GET /api/merchants/{merchantId}/tills': tills.list,
  'POST /api/merchants/{merchantId}/tills': tills.make,
  'DELETE /api/merchants/{merchantId}/tills/{tillId}': tills.end,
  'GET /api/merchants/{merchantId}/templates': templates.list,
  'PUT /api/merchants/{merchantId}/templates': templates.save,
  'DELETE /api/merchants/{merchantId}/templates/{templateId}': templates.end,
});
