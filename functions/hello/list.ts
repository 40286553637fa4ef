import { printXml } from '#http/answer/print-xml.ts';
import { listAnswer } from '#http/lists/list-answer.ts';
import { helloWorldApi } from '#http/routes/hello-world-api.ts';
import { listHello } from '#store/hello.ts';
import { present } from './hello.ts';

/** The longer one of an item's two formats. Measuring it makes JSON and XML answers end at the same item. */
const longest = (item: object): string => {
  const [json, xml] = [JSON.stringify(item), printXml('helloWorld', item)];
  return xml.length > json.length ? xml : json;
};

/** Lists the objects by id, as many as fit into an answer. */
export const handler = helloWorldApi('GET /api/helloWorld', 'helloWorlds').handler(async () =>
  listAnswer(listHello(), { limit: Number.POSITIVE_INFINITY }, present, longest),
);
