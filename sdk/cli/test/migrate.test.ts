import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lazyTexts } from '../migrations/lazy-texts.ts';
import { withLauncher } from '../migrations/launcher.ts';
import { widerRange } from '../migrations/sdk-range.ts';
import { temporaryFolder, runBalcao } from './run-balcao.ts';

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  place = await temporaryFolder();
});
afterAll(() => place?.remove());

const eager = `import { defineClient } from '@balcao/sdk/client';
import en from '../locales/en.json' with { type: 'json' };
import es from '../locales/es.json' with { type: 'json' };
import pt from '../locales/pt.json' with { type: 'json' };
import manifest from '../manifest.ts';

// Kept as it is.
export default defineClient(manifest, (host) => {
  host.locales({ pt, en: en, es });
});
`;
const lazy = `import { defineClient } from '@balcao/sdk/client';
import manifest from '../manifest.ts';

// Kept as it is.
export default defineClient(manifest, (host) => {
  host.locales({ pt: () => import('../locales/pt.json'), en: () => import('../locales/en.json'), es: () => import('../locales/es.json') });
});
`;

test('Static imports of texts become loaders, and nothing else in the file changes', () => {
  expect(lazyTexts('client/index.tsx', eager)).toBe(lazy);
  expect(lazyTexts('client/index.tsx', lazy)).toBeUndefined();
  expect(lazyTexts('client/index.tsx', 'this is no code {')).toBeUndefined();
});

test('A texts file with other uses keeps its import', () => {
  const used = eager.replace('// Kept as it is.', 'console.log(pt.manifest.title);');
  const changed = lazyTexts('client/index.tsx', used);
  expect(changed).toContain("import pt from '../locales/pt.json'");
  expect(changed).toContain("en: () => import('../locales/en.json')");
});

test('The SDK range is widened only if it does not include the present version', () => {
  const manifest = (range: string) => `export default { id: 'a', sdk: '${range}', requires: { sdk: '^9.0.0' } };`;
  expect(widerRange('manifest.ts', manifest('^0.0.3'), '0.1.0')).toBe(manifest('^0.1.0'));
  expect(widerRange('manifest.ts', manifest('^0.1.0'), '0.1.0')).toBeUndefined();
  expect(widerRange('manifest.ts', manifest('sometimes'), '0.1.0')).toBeUndefined();
});

test('The package.json of an older plugin gets its launcher, and keeps the author’s scripts', () => {
  const old = JSON.stringify({ name: 'old', scripts: { types: 'tsc --noEmit', dev: 'balcao dev' } });
  const next = withLauncher(old) ?? '';
  expect(JSON.parse(next)).toEqual({
    name: 'old',
    scripts: { types: 'balcao types', dev: 'balcao dev', dependencies: 'balcao link' },
    devDependencies: { balcao: 'file:.balcao' },
  });
  expect(withLauncher(next)).toBeUndefined();
});

test('A plugin of an older SDK is migrated once, and has no faults afterwards', async () => {
  await runBalcao(place.folder, ['create', 'old-timer']);
  const root = join(place.folder, 'old-timer');
  const at = (file: string) => join(root, file);
  const change = async (file: string, from: RegExp | string, to: string) =>
    writeFile(
      at(file),
      (await readFile(at(file), 'utf8')).replace(from, () => to),
    );
  await change('package.json', /"sdk": "[^"]+"/, '"sdk": "0.0.9"');
  await change('manifest.ts', "sdk: '^0.1.0'", "sdk: '^0.0.9'");
  await change('client/index.tsx', /host\.locales\(\{[\s\S]*?\}\);/, 'host.locales({ pt, en, es });');
  const imports = ['en', 'es', 'pt'].map(
    (name) => `import ${name} from '../locales/${name}.json' with { type: 'json' };`,
  );
  await change('client/index.tsx', 'import manifest', `${imports.join('\n')}\nimport manifest`);
  const before = await readFile(at('client/index.tsx'), 'utf8');

  const dry = await runBalcao(root, ['migrate', '--dry']);
  expect([dry.code, dry.text]).toEqual([0, expect.stringContaining('Nothing was written')]);
  expect(await readFile(at('client/index.tsx'), 'utf8')).toBe(before);

  const { code, text } = await runBalcao(root, ['migrate']);
  expect(code, text).toBe(0);
  expect(text).toContain('lazy-texts: client/index.tsx');
  expect(await readFile(at('client/index.tsx'), 'utf8')).not.toContain('with { type');
  expect(await readFile(at('manifest.ts'), 'utf8')).toContain("sdk: '^0.1.0'");
  expect(JSON.parse(await readFile(at('package.json'), 'utf8'))).toMatchObject({ balcao: { sdk: '0.1.0' } });
  const built = await runBalcao(root, ['build']);
  expect(built.code, built.text).toBe(0);
  expect((await runBalcao(root, ['migrate'])).text).toContain('already');
});
