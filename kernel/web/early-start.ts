/**
 * Script in the page's head that requests `GET /api/bootstrap` while the page's code is still loading. It has the same
 * bytes for everybody, so that the policy can allow it by its hash, and runs only where the browser has a session that
 * was not refused yet. The answer is in `earlyStart` with the mark that the browser had when it was requested: a page
 * that finds another mark later knows that somebody signed in or out in between. After any error the page makes the
 * request itself.
 *
 * It also tells the page's style which frame to show until then (`data-start`), and the theme that was chosen here.
 */
export const earlyStart = `{
const mark=()=>/(?:^|; )signedIn=([^;]+)/.exec(document.cookie)?.[1];
const has=mark();
const page=document.documentElement.dataset;
let refused,theme;
try{refused=localStorage.getItem('noSession');theme=localStorage.getItem('preferredTheme')}catch{}
const isIn=has&&has!==refused;
if(theme)page.theme=theme;
if(isIn)page.start='shell';
else if(/^\\/(login|signup|forgetpsw|password)?$/.test(location.pathname))page.start='visitor';
if(isIn)self.earlyStart=fetch('/api/bootstrap',{signal:AbortSignal.timeout(15e3)})
.then(async a=>a.ok?{answer:await a.json(),mark:mark()}:undefined).catch(()=>undefined)
}`;
