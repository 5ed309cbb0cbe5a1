import { launchBrowser } from './test/browser.ts';
const base = process.env.BASE ?? 'http://127.0.0.1:8099';
const browser = await launchBrowser();
const [,, what = 'all'] = process.argv;
for (const [w, h] of [[1440, 900], [1050, 800], [390, 844]] as const) for (const scheme of ['light', 'dark'] as const) {
  if (what !== 'all' && !`${w}-${scheme}`.includes(what)) continue;
  const page = await browser.newPage({ viewport: { width: w, height: h }, colorScheme: scheme, locale: 'pt-BR' });
  page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') console.log(w, scheme, m.type(), m.text().slice(0, 300)); });
  page.on('pageerror', (e) => console.log('pageerror', e.message.slice(0, 300)));
  page.on('response', (r) => { if (r.status() >= 400) console.log(r.status(), r.request().method(), r.url()); });
  const shot = (name: string) => page.screenshot({ path: `/tmp/lead/shots/${name}-${w}-${scheme}.png` });
  await page.goto(base + '/login'); await page.waitForTimeout(1200); await shot('login');
  await page.fill('input[type=email]', 'admin@balcao.local'); await page.fill('input[type=password]', 'balcao123');
  await page.keyboard.press('Enter'); await page.waitForTimeout(2500); await shot('tickets');
  console.log(page.url());
  const row = page.locator('[role=option]').first(); if (await row.count()) { await row.click(); await page.waitForTimeout(1500); await shot('ticket'); }
  for (const p of (process.env.PAGES ?? '').split(',').filter(Boolean)) { await page.goto(base + p); await page.waitForTimeout(1800); await shot(p.replaceAll('/', '_')); }
  await page.close();
}
await browser.close();
