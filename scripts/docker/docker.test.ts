import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { loadConfig, settingNames } from '@balcao/kernel/config';
import { memoryFlags } from '../start/memory.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Service {
  image?: string;
  build?: { context: string; dockerfile: string };
  environment?: Record<string, string>;
  ports?: string[];
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}
const compose: { services: Record<string, Service>; volumes: Record<string, null> } = parse(
  read('docker-compose.yml'),
  {
    merge: true,
  },
);
const { services } = compose;
const nodes = Object.entries(services).filter(([, service]) => service.build);
const dockerfile = read('scripts/docker/Dockerfile');

/** Substitutes variables like compose: `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind?: string, rest?: string) => {
    const value = values[name] ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`${name} is missing`);
    return value;
  });
}

const secrets = {
  POSTGRES_PASSWORD: 'postgres-password',
  S3_ACCESS_KEY_ID: 'balcao',
  S3_SECRET_ACCESS_KEY: 'minio-password',
  SESSION_SECRET: 's'.repeat(40),
  ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'a long password',
};

test('two nodes start in production once the operator has filled in the secrets', () => {
  expect(nodes).toHaveLength(2);
  for (const [, node] of nodes) {
    const settings = Object.entries(node.environment ?? {}).map(([name, text]) => [name, filled(text, secrets)]);
    expect(loadConfig(Object.fromEntries(settings))).toMatchObject({
      production: true,
      host: '0.0.0.0',
      port: 8080,
      trustProxy: true,
      sandbox: false,
      databaseUrl: 'postgres://balcao:postgres-password@postgres:5432/balcao',
      s3: { bucket: 'balcao' },
    });
  }
});

test('both nodes share every setting, secrets included, and each has a data folder of its own', () => {
  const [first, second] = nodes.map(([, node]) => node);
  expect(first?.environment).toEqual(second?.environment);
  expect(first?.volumes).not.toEqual(second?.volumes);
});

test('every setting in the compose file and the Dockerfile is known to the product', () => {
  const inDockerfile = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
  );
  const named = [...nodes.flatMap(([, node]) => Object.keys(node.environment ?? {})), ...inDockerfile];
  expect(named.filter((name) => !settingNames.includes(name) && !name.startsWith('NODE_'))).toEqual([]);
});

test('the compose file contains no secret and refuses to start without them', () => {
  const text = read('docker-compose.yml');
  for (const name of Object.keys(secrets)) {
    const { [name]: _, ...others } = { ...secrets } as Record<string, string>;
    expect(() => filled(text, others)).toThrow(`${name} is missing`);
  }
});

test('every service has a health check, every dependency exists, and every volume is declared', () => {
  for (const [name, service] of Object.entries(services)) {
    const watched = service.healthcheck ?? (service.build && dockerfile.includes('HEALTHCHECK') ? {} : undefined);
    const endsByItself = name === 'bucket';
    expect(Boolean(watched) || endsByItself, name).toBe(true);
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(services), `${name} waits for ${other}`).toContain(other);
      expect(condition).toBe(other === 'bucket' ? 'service_completed_successfully' : 'service_healthy');
    }
    for (const volume of service.volumes ?? []) {
      const source = volume.split(':')[0] ?? '';
      if (source.startsWith('./')) expect(existsSync(path.join(root, source)), source).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(source);
    }
  }
});

test('the balancer forwards to the nodes’ names and port', () => {
  const caddyfile = read('scripts/docker/Caddyfile');
  const targets = /to (.*)/.exec(caddyfile)?.[1]?.split(' ');
  expect(targets).toEqual(nodes.map(([name, node]) => `${name}:${node.environment?.PORT}`));
  expect(caddyfile).toContain('health_uri /readyz');
  expect(caddyfile).toContain('respond /metrics 404');
  expect(services.balancer?.ports?.[0]).toMatch(/:80$/);
});

test('the image has the same memory settings as npm start', () => {
  const command = /^CMD (\["node".*\])$/m.exec(dockerfile)?.[1];
  expect(JSON.parse(command ?? '[]')).toEqual(['node', ...memoryFlags, 'scripts/start.ts']);
  // Node refuses to start with a flag that neither it nor V8 knows.
  execFileSync(process.execPath, [...memoryFlags, '--eval', '']);
});

test('the image runs as an unprivileged user, on the Node version of the repository, and names existing files', () => {
  const major = JSON.parse(read('package.json')).devDependencies.node.split('.')[0];
  expect([...dockerfile.matchAll(/^FROM (\S+)/gm)].map((match) => match[1])).toEqual([
    `node:${major}-slim`,
    `node:${major}-slim`,
  ]);
  expect(dockerfile).toMatch(/^USER balcao$/m);
  expect(dockerfile).toMatch(/EXPOSE 8080/);
  expect(dockerfile).toContain('/readyz');
  for (const [, line = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*)$/gm)) {
    for (const source of line.split(' ').slice(0, -1)) expect(existsSync(path.join(root, source)), source).toBe(true);
  }
  for (const [file] of dockerfile.matchAll(/scripts\/\w+\.ts/g))
    expect(existsSync(path.join(root, file)), file).toBe(true);
});
