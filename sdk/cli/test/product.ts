// Starts a product on the data folder and database of the environment, with one company that has a plugin on. A test
// runs it in a process of its own, as an operator would. Prints a line of JSON when it is ready, and ends with its
// input.
import { loadConfig } from '../../../kernel/config/index.ts';
import { startKernel } from '../../../kernel/index.ts';

const plugin = process.argv[2] ?? '';
const config = loadConfig();
const kernel = await startKernel({ config, databaseUrl: config.databaseUrl ?? '' });
const email = `admin-${Date.now()}@example.com`;
const password = 'Senha-123';
await kernel.identity.tenants.create({
  name: 'Flower shop',
  admin: { name: 'Admin', email, password },
  ...(kernel.registry.plugins.has(plugin) && { settings: { [`plugin:${plugin}`]: true } }),
});
const login = await fetch(`${kernel.url}/api/auth/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email, password }),
});
const { token } = (await login.json()) as { token: string };
console.log(JSON.stringify({ url: kernel.url, token, faults: kernel.registry.faults }));
process.stdin.resume();
process.stdin.once('end', () => void kernel.close().then(() => process.exit(0)));
