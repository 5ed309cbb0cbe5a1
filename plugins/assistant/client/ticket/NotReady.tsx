import { Link } from '@fluentui/react-components';
import { useNavigate } from 'react-router-dom';
import { useT } from '@balcao/sdk/client';
import { Bar } from '@balcao/sdk/ui';
import { settingsPath } from '@balcao/chatai/contract';

/** Says what is missing for artificial intelligence, and who can configure it. */
export function NotReady({ reason, canConfigure }: { reason: string | null; canConfigure: boolean }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Bar tone="info">
      {t(`notReady.${reason ?? 'ERR_AI_NOT_CONFIGURED'}`)}{' '}
      {canConfigure ? (
        <Link as="button" inline onClick={() => void navigate(settingsPath)}>
          {t('notReady.configure')}
        </Link>
      ) : (
        t('notReady.who')
      )}
    </Bar>
  );
}
