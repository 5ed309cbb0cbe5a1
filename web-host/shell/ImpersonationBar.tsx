import { useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { PersonSupport16Regular } from '@fluentui/react-icons';
import { api, useSession, useT, useToasts } from '@balcao/sdk/client';
import { ext } from '@balcao/sdk/ui';

/** The tab of the settings from which super users impersonate a company. */
const companiesTab = `/settings?tab=${encodeURIComponent('companies/companies')}`;

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexWrap: 'wrap',
    gap: '4px 12px',
    flexShrink: 0,
    minHeight: '36px',
    padding: '4px 12px',
    backgroundColor: ext.noteBg,
    borderBottom: `1px solid ${ext.noteStroke}`,
    color: ext.noteText,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    textAlign: 'center',
  },
  icon: { display: 'flex', flexShrink: 0 },
});

/** Bar above every page while a super user impersonates a company, with a button to leave the company. */
export function ImpersonationBar() {
  const t = useT('shell');
  const styles = useStyles();
  const toasts = useToasts();
  const { company } = useSession();
  const [busy, setBusy] = useState(false);

  const leave = async (): Promise<void> => {
    setBusy(true);
    try {
      await api.delete('/auth/visit');
      // Loads the page anew, so that no data of the company that was left remains in memory. The current page is replaced
      // in the history: browsers may keep a former page in memory for the back button, with what it showed.
      location.replace(companiesTab);
    } catch (error) {
      toasts.error(error);
      setBusy(false);
    }
  };
  return (
    <section className={styles.bar} aria-label={t('visit.label')}>
      <span className={styles.icon}>
        <PersonSupport16Regular aria-hidden="true" />
      </span>
      <span>{t('visit.text', { company: company.name })}</span>
      <Button
        size="small"
        disabledFocusable={busy}
        {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        onClick={() => void leave()}
      >
        {t('visit.leave')}
      </Button>
    </section>
  );
}
