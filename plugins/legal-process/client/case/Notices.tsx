import { useState } from 'react';
import { Switch, makeStyles, tokens } from '@fluentui/react-components';
import { Alert20Regular, Chat20Regular, Mail20Regular } from '@fluentui/react-icons';
import { api, useErrorText, useFormat, useT, useToasts } from '@balcao/sdk/client';
import { Bar, TwoLines } from '@balcao/sdk/ui';
import { useRenewCases, type Monitoring } from '../data.ts';
import { useSideStyles } from './side-styles.ts';

const useStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: '32px minmax(0, 1fr) auto',
    gap: '12px',
    alignItems: 'center',
    paddingBlock: '8px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    ':first-of-type': { borderTop: 'none' },
  },
  tile: {
    display: 'grid',
    placeItems: 'center',
    width: '32px',
    height: '32px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

/** The channels by which the client hears of steps: two switches that save at once, and the reason when a notice did not arrive. */
export function Notices({ monitoring }: { monitoring: Monitoring }) {
  const t = useT();
  const styles = useStyles();
  const side = useSideStyles();
  const format = useFormat();
  const toasts = useToasts();
  const errorText = useErrorText();
  const renew = useRenewCases();
  const [saving, setSaving] = useState<Partial<Pick<Monitoring, 'notifyEmail' | 'notifyWhatsapp'>>>({});
  const { id, contact, notifiedAt, trouble, user } = monitoring;
  const { notifyEmail, notifyWhatsapp } = { ...monitoring, ...saving };
  const save = async (change: typeof saving): Promise<void> => {
    setSaving(change);
    try {
      await api.post(`/legalProcess/${id}/updateNotice`, change);
      await renew();
    } catch (error) {
      toasts.error(error);
    } finally {
      setSaving({});
    }
  };
  return (
    <section className={side.section} aria-label={t('notices.title')}>
      <div className={side.head}>
        <h2 className={side.title}>{t('notices.title')}</h2>
        {notifiedAt !== null && (
          <span className={side.quiet}>{t('notices.last', { at: format.dateTime(notifiedAt) })}</span>
        )}
      </div>
      {trouble !== null && (
        <Bar tone="warn">
          {trouble.startsWith('ERR_') ? t('trouble.other', { reason: errorText(trouble) }) : t(`trouble.${trouble}`)}
        </Bar>
      )}
      <div className={styles.row}>
        <span className={styles.tile}>
          <Chat20Regular aria-hidden />
        </span>
        <TwoLines text="WhatsApp" below={t('link.hours')} />
        <Switch
          aria-label={t('notices.whatsapp')}
          checked={notifyWhatsapp}
          onChange={(_, { checked }) => void save({ notifyWhatsapp: checked })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.tile}>
          <Mail20Regular aria-hidden />
        </span>
        <TwoLines text={t('link.email')} below={t(contact.hasEmail ? 'link.daily' : 'link.noEmail')} />
        <Switch
          aria-label={t('notices.email')}
          checked={notifyEmail}
          disabled={!contact.hasEmail && !notifyEmail}
          onChange={(_, { checked }) => void save({ notifyEmail: checked })}
        />
      </div>
      <div className={styles.row}>
        <span className={styles.tile}>
          <Alert20Regular aria-hidden />
        </span>
        <TwoLines
          text={t('notices.inside')}
          below={user ? t('notices.always', { name: user.name }) : t('notices.nobody')}
        />
      </div>
    </section>
  );
}
