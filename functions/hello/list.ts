import { helloWorldApi } from '#http/hello-world-api.ts';
import { listAnswer } from '#http/pagination.ts';
import { printXml } from '#http/print-xml.ts';
import { listHello } from '#store/hello.ts';
import { present } from './present.ts';

/** The longer of what a client may get to see of it, so that JSON and XML list the same. */
const longest = (item: object): string => {
  const [json, xml] = [JSON.stringify(item), printXml('helloWorld', item)];
  return xml.length > json.length ? xml : json;
};

/** All of them, by id; of very many, as many as an answer can hold. */
export const handler = helloWorldApi('GET /api/helloWorld', 'helloWorlds').handler(async () =>
  listAnswer(listHello(), { limit: Number.POSITIVE_INFINITY }, present, longest),
);
