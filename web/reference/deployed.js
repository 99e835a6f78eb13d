// The reference of a deployed stage: no token field, and no requests.
const nothing = () => () => null;

SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  supportedSubmitMethods: [],
  plugins: [search, { wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } }],
});
