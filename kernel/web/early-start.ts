/**
 * Asks `GET /api/bootstrap` while the page's code is still on its way: a script in the page's head, the same bytes for
 * everybody, so that the policy can name it by its hash. Only where the browser has a session that was not refused yet.
 * The answer lies in `earlyStart` with the mark that the browser had when it came: a page that finds another mark
 * later knows that somebody signed in or out meanwhile. Whatever goes wrong, the page asks by itself.
 */
export const earlyStart = `{
const mark=()=>/(?:^|; )signedIn=([^;]+)/.exec(document.cookie)?.[1];
const has=mark();
let refused;
try{refused=localStorage.getItem('noSession')}catch{}
if(has&&has!==refused)self.earlyStart=fetch('/api/bootstrap',{signal:AbortSignal.timeout(15e3)})
.then(async a=>a.ok?{answer:await a.json(),mark:mark()}:undefined).catch(()=>undefined)
}`;
