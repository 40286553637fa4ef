import { scriptValue } from '#html/escape.ts';

/** Routes that “Try it out” cannot call from this page's origin: browsers open them as pages, or in an iframe. */
const pages = ['/', '/assets/{asset}', '/sdk.js', '/payments/frames/{frame}'];

/**
 * Our changes to Swagger UI. Its form for HTTP Basic insists on a user name, and an API key comes with an empty one: a
 * field for the key stands in its place. It knows no Digest; the hello-world service takes Basic just as well.
 *
 * It fills in every field of a form body: without an example with `string`, which is no id, or with the first word of a
 * list; it sends empty fields; and it fails at fields that must not be there. So only fields with an example are filled in,
 * and empty ones are not sent.
 */
const plugin = `({ React: { createElement: h } }) => ({
  wrapComponents: {
    HttpAuth: (Original) => function HttpAuth(props) {
      const { name, schema, authorized, getComponent, onChange } = props;
      const [Input, Markdown] = [getComponent('Input'), getComponent('Markdown', true)];
      if (schema.get('scheme') === 'digest') return null;
      if (name !== 'apiKey') return h(Original, props);
      const enter = ({ target }) => onChange({ name, schema, value: { username: '', password: target.value.trim() } });
      return h('div', null,
        h('h4', null, h('code', null, name), authorized?.get(name) ? '\\u00a0 Authorized' : ''),
        h(Markdown, { source: schema.get('description') }),
        h('label', { htmlFor: 'api-key' }, 'API key:'),
        authorized?.get(name)
          ? h('code', null, ' ****** ')
          : h(Input, { id: 'api-key', type: 'password', autoComplete: 'off', required: true, autoFocus: true, onChange: enter }));
    },
    ParameterIncludeEmpty: () => () => null,
    RequestBody: (Original) => function RequestBody(props) {
      const fields = ['content', 'application/x-www-form-urlencoded', 'schema', 'properties'];
      const known = props.requestBody?.getIn(fields);
      if (!known) return h(Original, props);
      const shown = known.filter((field) => field?.has).map((field) => field.has('examples') ? field : field.set('examples', ['']));
      return h(Original, { ...props, requestBody: props.requestBody.setIn(fields, shown) });
    },
  },
  statePlugins: { spec: { wrapSelectors: { allowTryItOutFor: () => (_, path) => !${scriptValue(pages)}.includes(path) } } },
})`;

/** Shows the document at `url` in the page's `#docs`. */
export const swagger = (url: string): string => `SwaggerUIBundle({
  url: ${scriptValue(url)}, dom_id: '#docs', plugins: [${plugin}], deepLinking: true, validatorUrl: 'none',
  docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false, displayRequestDuration: true,
})`;
