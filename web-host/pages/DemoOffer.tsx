import { useState } from 'react';
import { Button, Spinner, makeStyles, tokens } from '@fluentui/react-components';
import { Beaker20Regular } from '@fluentui/react-icons';
import { useLocation, useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import type { DemoLogin } from './platform-info.ts';

const useStyles = makeStyles({
  offer: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '12px',
    marginTop: '16px',
    padding: '10px 12px 10px 14px',
    border: `1px dashed ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  icon: { display: 'flex', flexShrink: 0 },
  text: { flex: '1 1 136px', minWidth: 0 },
  button: {
    flexShrink: 0,
    fontWeight: tokens.fontWeightRegular,
    '@media (max-width: 599px)': { minHeight: '40px' },
  },
});

interface DemoOfferProps {
  login: DemoLogin;
  enter(email: string, password: string): Promise<void>;
  onFailure(error: unknown): void;
}

/** A button that opens the demonstration. */
export function DemoOffer({ login, enter, onFailure }: DemoOfferProps) {
  const t = useT('shell');
  const styles = useStyles();
  const [busy, setBusy] = useState(false);
  const navigate = useNavigate();
  const { state, pathname } = useLocation();
  const { from } = (state ?? {}) as { from?: { pathname?: string } };
  const use = async () => {
    if (busy) return;
    setBusy(true);
    // A person who followed a link to a page goes to that page; the product's bare address does not count as one.
    if (login.start && (from?.pathname ?? '/') === '/')
      void navigate(pathname, { replace: true, state: { from: login.start } });
    try {
      await enter(login.email, login.password);
    } catch (error) {
      onFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.offer}>
      <span className={styles.icon}>
        <Beaker20Regular aria-hidden="true" />
      </span>
      <span className={styles.text}>{t('login.demo')}</span>
      <Button
        size="small"
        className={styles.button}
        disabledFocusable={busy}
        {...(busy ? { icon: <Spinner size="extra-tiny" aria-hidden="true" /> } : {})}
        onClick={() => void use()}
      >
        {t('login.useDemo')}
      </Button>
    </div>
  );
}
