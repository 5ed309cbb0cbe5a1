import { useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { LockClosed48Regular } from '@fluentui/react-icons';
import { useT } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { useTitle } from './use-title.ts';

export function ForbiddenPage() {
  const t = useT('shell');
  const navigate = useNavigate();
  useTitle(t('forbidden.title'));
  return (
    <EmptyState
      level={1}
      icon={<LockClosed48Regular />}
      title={t('forbidden.title')}
      text={t('forbidden.text')}
      action={
        <Button appearance="primary" onClick={() => void navigate('/')}>
          {t('forbidden.back')}
        </Button>
      }
    />
  );
}
