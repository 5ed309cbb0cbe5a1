import { expect, it } from 'vitest';
import { isPublicAddress } from '@balcao/sdk/server';
import { linkIn } from '../../server/preview/link-in.ts';
import { pageFacts, pageText } from '../../server/preview/page-facts.ts';

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '100.127.255.255',
  '0.0.0.0',
  '255.255.255.255',
  '224.0.0.1',
  '198.18.0.1',
  '192.0.2.1',
  '203.0.113.7',
  '240.0.0.1',
  '192.0.0.1',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '::7f00:1',
  'fec0::1',
  '100::1',
  'nonsense',
  '',
])('%s is no address of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});
it.each(['8.8.8.8', '200.160.2.3', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is an address of the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  ['veja https://loja.com.br/a?b=1#c.', 'https://loja.com.br/a?b=1'],
  ['(www.loja.com.br)', 'https://www.loja.com.br/'],
  ['https://pt.wikipedia.org/wiki/Lei_(direito)', 'https://pt.wikipedia.org/wiki/Lei_(direito)'],
  ['*http://negrito.com*', 'http://negrito.com/'],
  ['HTTP://GRITO.COM/X', 'http://grito.com/X'],
  ['sem nada', undefined],
  ['ftp://velho.com', undefined],
  ['https://ana:senha@banco.com', undefined],
  ['https://', undefined],
  [`https://longo.com/${'a'.repeat(3000)}`, undefined],
])('The link in %j is %s', (text, link) => {
  expect(linkIn(text)).toBe(link);
});

it('A page is previewed by its Open Graph data, with entities decoded, and else by its title and description', () => {
  expect(
    pageFacts(`<html><head><!-- <meta property="og:title" content="errado"> --><title>T&iacute;tulo &amp; mais</title>
      <script>"<meta property='og:title' content='errado'>"</script>
      <META content='Uma "boa" página > outra' property='OG:Title'><meta property=og:image content=/foto.png />
      <meta name="description" content="Descri&ccedil;&atilde;o"><meta property="og:site_name" content="Loja"></head>`),
  ).toEqual({ title: 'Uma "boa" página > outra', description: 'Descrição', site: 'Loja', image: '/foto.png' });
  expect(pageFacts('<TITLE>\n Só o\n título </TITLE>')).toEqual({
    title: 'Só o título',
    description: '',
    site: '',
    image: undefined,
  });
  expect(pageFacts('<p>nada</p>')).toBeUndefined();
});

it('Pages in legacy Latin charsets are decoded', () => {
  expect(pageText(Buffer.from('<title>Ação</title>', 'latin1'), 'text/html; charset=ISO-8859-1')).toContain('Ação');
  expect(pageText(Buffer.from('<meta charset=windows-1252><title>Ação</title>', 'latin1'), 'text/html')).toContain(
    'Ação',
  );
  expect(pageText(Buffer.from('<title>Ação</title>'), 'text/html; charset=nonsense')).toContain('Ação');
});

it.each([
  ['half a million open tags', '<meta '.repeat(85_000)],
  ['one tag of many attributes', `<meta ${'a '.repeat(250_000)}`],
  ['quotes that never end', '<meta a="'.repeat(58_000)],
  ['comments that never end', '<!--'.repeat(130_000)],
  ['titles that never end', '<title>'.repeat(74_000)],
  ['letters that get longer in lower case', `${'İ'.repeat(200_000)}<title>x</title>`],
])('A hostile page of %s is read to its end', { timeout: 5_000 }, (_what, html) => {
  expect(pageFacts(html)?.description ?? '').toBe('');
});
