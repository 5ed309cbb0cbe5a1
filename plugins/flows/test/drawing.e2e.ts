import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { patienceMs } from '../../../scripts/test/patience.ts';
import { EditorWindow } from './editor-window.ts';
import { ask, drawing, say } from './flow-office.ts';
import { largeFlow } from './large-flow.ts';

let editor: EditorWindow;
let flowId: number;
beforeAll(async () => {
  editor = await EditorWindow.open();
  await editor.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  flowId = await editor.create(
    'Quatro assuntos',
    drawing(
      [
        ask('q', 'Qual é o assunto?', ['Trabalho', 'INSS', 'Família', 'Outro']),
        say('um', 'Trabalho'),
        say('dois', 'INSS'),
        say('tres', 'Família'),
        say('quatro', 'Outro'),
      ],
      [
        ['start', 'q'],
        ['q:option-1', 'quatro'],
        ['q:option-2', 'tres'],
        ['q:option-3', 'dois'],
        ['q:option-4', 'um'],
      ],
    ).replaceAll(
      /"position":\{"x":(\d+),"y":0\}/g,
      (_, x: string) => `"position":{"x":${Math.min(600, Number(x))},"y":${Math.max(0, Number(x) - 600) / 2}}`,
    ),
  );
});
afterAll(() => editor?.product.close());

/** Vertical stretches of the lines on the canvas: the step they lead to, x, and their ends. */
const stretches = (): Promise<{ to: string; x: number; low: number; high: number }[]> =>
  editor.page.locator('.react-flow__edge').evaluateAll((edges) =>
    edges.flatMap((edge) => {
      const to = /to (\S+)/.exec(edge.getAttribute('aria-label') ?? '')?.[1] ?? edge.getAttribute('data-id') ?? '';
      const path = edge.querySelector('path')?.getAttribute('d') ?? '';
      const points = [...path.matchAll(/[ML]([-\d.]+),([-\d.]+)|Q[-\d.]+,[-\d.]+ ([-\d.]+),([-\d.]+)/g)].map(
        (found) => ({ x: Number(found[1] ?? found[3]), y: Number(found[2] ?? found[4]) }),
      );
      return points.slice(1).flatMap((here, index) => {
        const before = points[index];
        return before && before.x === here.x && Math.abs(before.y - here.y) > 1
          ? [{ to, x: here.x, low: Math.min(before.y, here.y), high: Math.max(before.y, here.y) }]
          : [];
      });
    }),
  );

test('Lines to different steps never lie on one another, also after they were arranged', async () => {
  const { page } = editor;
  await editor.edit(flowId);
  const expectApart = async () => {
    const found = await stretches();
    expect(found.length).toBeGreaterThan(2);
    for (const one of found)
      for (const other of found)
        if (one.to !== other.to && one.low < other.high && other.low < one.high)
          expect(Math.abs(one.x - other.x), `${one.to} and ${other.to}`).toBeGreaterThanOrEqual(3);
  };
  // Lines are drawn once the steps were measured.
  const patience = { timeout: patienceMs, interval: 200 };
  await vi.waitFor(expectApart, patience);
  await page.getByRole('button', { name: 'Organizar' }).click();
  await page.waitForTimeout(500);
  await vi.waitFor(expectApart, patience);
});

test('Steps are copied into another flow with the lines between them', async () => {
  const { page } = editor;
  await editor.canvas.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+c');
  const other = await editor.create('Cópia', drawing([say('a', 'Olá')], [['start', 'a']]));
  await editor.edit(other);
  await editor.canvas.focus();
  await page.keyboard.press('Control+v');
  await expect.poll(() => editor.nodes.count()).toBe(7);
  await expect.poll(() => page.locator('.react-flow__edge').count()).toBe(5);
  await page.keyboard.press('Control+z');
  await expect.poll(() => editor.nodes.count()).toBe(2);
});

test('Steps that a frame of the pointer encloses are aligned together, in one undoable change', async () => {
  const { page } = editor;
  await editor.edit(flowId);
  const before = await editor.drawn(flowId);
  await editor.canvas.focus();
  await page.keyboard.press('Control+a');
  await page.getByRole('button', { name: 'Alinhar' }).click();
  await page.getByRole('menuitem', { name: 'No topo' }).click();
  await expect.poll(async () => new Set((await editor.drawn(flowId)).map(({ position }) => position.y)).size).toBe(1);
  await editor.canvas.focus();
  await page.keyboard.press('Control+z');
  await expect.poll(() => editor.drawn(flowId)).toEqual(before);
});

test('A step is found by any word in it', async () => {
  const { page } = editor;
  await page.keyboard.press('Control+f');
  await page.getByRole('dialog').getByRole('textbox').fill('familia');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('complementary', { name: 'Componente', exact: true }).waitFor();
});

test('Moving around in a flow of 300 steps draws no step anew', async () => {
  const { page } = editor;
  const id = await editor.create('Trezentos', largeFlow(300));
  const began = Date.now();
  await editor.edit(id);
  console.log(`a flow of 300 steps opened in ${Date.now() - began} ms`);
  // The first drawing is over.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, 1_500);
        const restart = (): void => {
          clearTimeout(timer);
          timer = setTimeout(resolve, 1_500);
        };
        const steps = document.querySelector('.react-flow__nodes') as Element;
        new MutationObserver(restart).observe(steps, { attributes: true, childList: true, subtree: true });
      }),
  );
  await page.evaluate(() => {
    const seen = { redrawn: 0, frames: [] as number[] };
    Object.assign(globalThis, { seen });
    const known = new Set(document.querySelectorAll('.react-flow__node'));
    new MutationObserver((changes) => {
      seen.redrawn += changes.filter(({ target }) =>
        known.has((target as Element).closest('.react-flow__node') as Element),
      ).length;
    }).observe(document.querySelector('.react-flow__nodes') as Element, {
      attributes: true,
      childList: true,
      characterData: true,
      subtree: true,
    });
    let last = performance.now();
    const frame = (now: number) => {
      seen.frames.push(now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const box = await editor.canvas.boundingBox();
  if (!box) throw new Error('the canvas is not shown');
  await page.mouse.move(box.x + 12, box.y + 12);
  await page.mouse.down();
  for (let step = 1; step <= 40; step += 1) await page.mouse.move(box.x + 12 + step * 4, box.y + 12 + step * 3);
  await page.mouse.up();
  const { redrawn, frames } = await page.evaluate(
    () => (globalThis as unknown as { seen: { redrawn: number; frames: number[] } }).seen,
  );
  const median = frames.toSorted((one, other) => one - other)[Math.floor(frames.length / 2)] ?? 0;
  console.log(`median frame while moving: ${median.toFixed(1)} ms of ${frames.length} frames`);
  expect(redrawn).toBe(0);
});

test('Nothing of the editor is loaded by other pages, and it is at most 120 kB', async () => {
  const { page } = editor;
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  for (const path of ['/tickets', '/queues']) {
    await page.goto(editor.product.host.url + path);
    await page.waitForTimeout(1500);
  }
  expect(loaded.filter((url) => /\/flows\/.*EditorPage/.test(url))).toEqual([]);
  const before = loaded.length;
  await editor.edit(flowId);
  const parts = loaded
    .slice(before)
    .filter((url) => /\/flows\/[^/]*\.(js|css)/.test(url) || /plugins\/flows\//.test(url));
  let bytes = 0;
  for (const url of new Set(parts)) {
    const answer = await page.context().request.get(url, { headers: { 'accept-encoding': 'br' } });
    bytes += Number(answer.headers()['content-length'] ?? 0);
  }
  expect(loaded.some((url) => url.includes('EditorPage'))).toBe(true);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThanOrEqual(120 * 1024);
});

test('The list of flows fetches the code of the editor once it is idle, before a flow is opened', async () => {
  const { page } = editor;
  await Promise.all([
    page.waitForResponse(/\/flows\/.*EditorPage.*\.js/),
    page.goto(`${editor.product.host.url}/flows`),
  ]);
  expect(page.url()).toMatch(/\/flows$/);
});

test('No error was reported', () => {
  expect(editor.product.troubles).toEqual([]);
});
