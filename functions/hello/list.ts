import { helloWorldApi } from '#http/hello-world-api.ts';
import { listAnswer } from '#http/pagination.ts';
import { printXml } from '#http/print-xml.ts';
import { present } from '#presenters/hello.ts';
import { listHello } from '#store/hello.ts';

/** An item in JSON or XML, whichever is longer: an answer is cut at the same item in both. */
const longest = (item: object): string => {
  const [json, xml] = [JSON.stringify(item), printXml('helloWorld', item)];
  return xml.length > json.length ? xml : json;
};

/** All of them, ordered by id; as many as fit in an answer. */
export const handler = helloWorldApi('GET /api/helloWorld', 'helloWorlds').handler(async () =>
  listAnswer(listHello(), { limit: Number.POSITIVE_INFINITY }, present, longest),
);
