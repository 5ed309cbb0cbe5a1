import { signedIn, sql, type Host } from '@balcao/sdk/server';
import type manifest from '../../manifest.ts';
import { deviceOf } from '../sessions/device.ts';

/** Mails people about a sign-in from a browser that is new to their account. */
export const signInNotice = (host: Host<typeof manifest>): void => {
  host.on(signedIn, 'notice', async ({ userId, ip, userAgent, isNewDevice }, scope, { createdAt }) => {
    if (!isNewDevice || scope.settings.get('signInNotice') !== 'enabled') return;
    const person = await scope.sql.one<{ name: string; email: string }>(
      sql`select name, email from kernel."user" where id = ${userId}`,
    );
    if (!person) return;
    const { browser, system } = deviceOf(userAgent);
    const unknown = scope.t('device.unknown');
    const when = new Intl.DateTimeFormat(scope.language === 'pt' ? 'pt-BR' : scope.language, {
      dateStyle: 'short',
      timeStyle: 'short',
      timeZone: scope.company.timeZone,
    });
    await scope.mail.send({
      to: person.email,
      subject: scope.t('mail.signIn.subject'),
      title: scope.t('mail.signIn.title'),
      parts: [
        { text: scope.t('mail.greeting', { name: person.name }) },
        { text: scope.t('mail.signIn.text') },
        {
          facts: [
            { label: scope.t('mail.signIn.when'), value: when.format(createdAt) },
            { label: scope.t('mail.signIn.device'), value: [browser, system].filter(Boolean).join(' · ') || unknown },
            { label: scope.t('mail.signIn.address'), value: ip },
          ],
        },
        { text: scope.t('mail.signIn.known') },
        { warning: scope.t('mail.signIn.unknown') },
        { button: scope.t('mail.signIn.button'), href: '/forgetpsw' },
      ],
    });
  });
};
