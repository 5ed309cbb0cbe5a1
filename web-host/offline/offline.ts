/** The offline page: shown in the person's language, it reloads by itself once the server answers. */

import texts from './texts.json' with { type: 'json' };

const retryAfter = 5_000;
const language = localStorage.getItem('preferredLanguage') ?? navigator.language.slice(0, 2);
const words = language === 'en' || language === 'es' ? texts[language] : texts.pt;
const theme = localStorage.getItem('preferredTheme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

const write = (id: string, text: string): void => {
  const element = document.getElementById(id);
  if (element) element.textContent = text;
};
write('title', words.title);
write('text', words.text);
write('again', words.again);
if (words !== texts.pt) document.documentElement.lang = language;

const again = (): void => location.reload();
document.getElementById('again')?.addEventListener('click', again);
addEventListener('online', again);
// The network may be up while the server is not, so the server is polled without a reload that would flicker.
setInterval(() => {
  fetch('/healthz', { cache: 'no-store' }).then(
    (answer) => answer.ok && again(),
    () => undefined,
  );
}, retryAfter);
