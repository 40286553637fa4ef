import type { APIGatewayProxyEvent } from 'aws-lambda';
import { languageOf } from '#http/request/request-language.ts';
import { languages } from '#messages/languages.ts';

const event = (accept: string) =>
  ({ headers: { 'accept-language': accept } }) as unknown as APIGatewayProxyEvent;

test.each([
  ['pt-BR,pt;q=0.9,en;q=0.8', undefined, 'pt-BR', 'pt-BR'],
  ['pt-PT', undefined, 'pt', 'pt-PT'],
  ['pt-AO', undefined, 'pt', 'pt-AO'],
  ['pt', undefined, 'pt', 'pt'],
  ['en', 'pt_BR', 'pt-BR', 'pt-BR'],
  ['en', 'pt-Latn-BR', 'pt-BR', 'pt-Latn-BR'],
  ['de-AT', undefined, 'de', 'de-AT'],
  ['nn-NO', undefined, 'nb', 'nn-NO'],
  ['zh-CN, sv;q=0.5', undefined, 'sv', 'sv'],
  ['zh', undefined, 'en', 'en'],
  ['en;q=0.1, da; q=0.9, sv;q=0.5', undefined, 'da', 'da'],
  ['da;q=0, de;q=0.1', undefined, 'de', 'de'],
  ['no', undefined, 'nb', 'no'],
  ['de', 'sv_SE.UTF-8', 'sv', 'sv-SE'],
  ['de', '', 'de', 'de'],
  // The page of a shop in a language that Florin does not have is in English, whatever the browser accepts.
  ['de', 'zh-CN', 'en', 'en'],
])('a browser that accepts %s, with %p in the URL, gets %s', (accept, asked, name, locale) =>
  expect(languageOf(event(accept), languages, asked)).toEqual({ name, locale }),
);
