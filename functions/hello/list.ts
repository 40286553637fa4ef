import { negotiated } from '#http/negotiated.ts';
import { paginate } from '#http/pagination.ts';
import { printXml } from '#http/print-xml.ts';
import { listHello } from '#store/hello.ts';
import { present } from './present.ts';

/** The longer of what a client may get to see of it, so that JSON and XML list the same. */
const longest = (item: object): string => {
  const [json, xml] = [JSON.stringify(item), printXml('helloWorld', item)];
  return xml.length > json.length ? xml : json;
};

/** `GET /api/helloWorld`: all of them, by id; of very many, as many as an answer can hold. */
export const handler = negotiated(
  async () => ({
    status: 200,
    body: await paginate(listHello(), { limit: Number.POSITIVE_INFINITY }, present, longest),
  }),
  { element: 'helloWorlds' },
);
