import { useNavigate } from 'react-router-dom';
import { Button } from '@fluentui/react-components';
import { useT } from '@balcao/sdk/client';
import { EmptyState } from '@balcao/sdk/ui';
import { useTitle } from './use-title.ts';

export function NotFoundPage() {
  const t = useT('shell');
  const navigate = useNavigate();
  useTitle(t('notFound.title'));
  return (
    <EmptyState
      level={1}
      title={t('notFound.title')}
      text={t('notFound.text')}
      action={
        <Button appearance="primary" onClick={() => void navigate('/')}>
          {t('notFound.home')}
        </Button>
      }
      secondary={<Button onClick={() => void navigate(-1)}>{t('notFound.back')}</Button>}
    />
  );
}
