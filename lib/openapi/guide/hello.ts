export const hello = `
## The hello-world service

Under \`/api\`, with credentials of its own: HTTP Basic and Digest (RFC 7616) on the same URLs. A 401 offers both. Nonces
expire, and a nonce count is good once. \`Content-Type\` and \`Accept\` choose between JSON and XML
(\`application/xml\`, \`text/xml\`); errors are \`{code, message}\` in the negotiated type, a 500 with \`requestId\`. What never reaches
the service (an unknown route, a 429, a 504) is answered in the JSON of the merchants' API.
`;
