// The search finds operations by their tag, title, path and id, and shows them at once. Swagger UI itself finds tags and paths,
// and leaves what it finds collapsed. https://swagger.io/docs/open-source-tools/swagger-ui/customization/plug-points/
const isSearching = (layout) => typeof layout.get('filter') === 'string' && layout.get('filter') !== '';

// biome-ignore lint/correctness/noUnusedVariables: start.js uses it
const search = () => ({
  fn: {
    opsFilter: (sections, phrase) => {
      const isFound = (text) => String(text).toLowerCase().includes(phrase.toLowerCase());
      const matches = (operation) =>
        isFound(operation.get('path')) ||
        ['summary', 'operationId'].some((name) => isFound(operation.getIn(['operation', name])));
      return sections
        .map((section, tag) =>
          isFound(tag) ? section : section.update('operations', (operations) => operations.filter(matches)),
        )
        .filter((section) => section.get('operations').size > 0);
    },
  },
  statePlugins: {
    layout: {
      wrapSelectors: {
        isShown: (original) => (layout, thing, byDefault) =>
          original(thing, byDefault || (thing[0] === 'operations-tag' && isSearching(layout))),
      },
    },
  },
  wrapComponents: {
    FilterContainer:
      (Original, { React }) =>
      (properties) =>
        React.createElement(
          'div',
          {
            ref: (box) =>
              box?.querySelector('input')?.setAttribute('placeholder', 'Search titles, tags and paths'),
          },
          React.createElement(Original, properties),
        ),
  },
});
