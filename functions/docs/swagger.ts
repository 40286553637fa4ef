import { scriptValue } from '#html/escape.ts';

/** Routes that “Try it out” cannot call from this page's origin, as browsers open them as pages or in an iframe. */
const pages = ['/', '/assets/{asset}', '/sdk.js', '/payments/frames/{frame}'];

/**
 * Changes Swagger UI in two points. Its form for HTTP Basic requires a user name, and an API key has none: a field for
 * the key replaces the form. Swagger UI cannot do Digest, but the hello-world service takes Basic as well.
 *
 * Swagger UI also fills every field of a form body: without an example it writes `string`, which is not an id, or the
 * first word of a list. It sends empty fields too, and fails on forbidden fields. The plugin therefore fills only
 * fields with an example, and leaves out empty ones.
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
