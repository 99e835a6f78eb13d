// The reference of a local platform: requests are sent in the name of the demo person that is chosen from a menu.
const reference = SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  filter: true,
  plugins: [search],
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  onComplete: offerPeople,
});

async function offerPeople() {
  const { personas } = await (await fetch('/local/personas')).json();
  if (personas.length === 0) return;
  const menu = document.createElement('select');
  menu.id = 'person';
  menu.append(new Option('nobody', ''), ...personas.map(({ name }) => new Option(name, name)));
  menu.addEventListener('change', () => signIn(menu.value));
  const label = document.createElement('label');
  label.append('Send requests as ', menu);
  const bar = document.createElement('p');
  bar.className = 'wrapper';
  bar.append(label);
  document.querySelector('#reference').before(bar);
}

let isSignedIn = false;

async function signIn(persona) {
  if (isSignedIn) reference.authActions.logout(['bearer']);
  isSignedIn = persona !== '';
  if (!isSignedIn) return;
  const response = await fetch('/local/tokens', { method: 'POST', body: JSON.stringify({ persona }) });
  const { accessToken } = await response.json();
  reference.preauthorizeApiKey('bearer', accessToken);
}
