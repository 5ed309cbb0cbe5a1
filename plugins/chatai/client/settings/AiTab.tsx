import { makeStyles } from '@fluentui/react-components';
import { Link } from 'react-router-dom';
import { useSession, useT } from '@balcao/sdk/client';
import { Prices } from './Prices.tsx';
import { Providers } from './Providers.tsx';
import { Purposes } from './Purposes.tsx';
import { Transcribing } from './Transcribing.tsx';

const useStyles = makeStyles({ page: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 } });

/** Providers of models and their uses: those of the company, and for super users those of the platform. */
export default function AiTab() {
  const styles = useStyles();
  const t = useT();
  const { user, can, setting } = useSession();
  const mayManage = can('ai:manage');
  return (
    <div className={styles.page}>
      {user.super && (
        <>
          <Providers owner="platform" />
          <Purposes owner="platform" />
          <Prices />
        </>
      )}
      {mayManage && (
        <>
          {setting('aiOwnProviders') !== false && <Providers owner="company" />}
          <Purposes owner="company" />
          <Transcribing />
          <p>
            <Link to="/ai/costs">{t('cost.open')}</Link>
          </p>
        </>
      )}
    </div>
  );
}
