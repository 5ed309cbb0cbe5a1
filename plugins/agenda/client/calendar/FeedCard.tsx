import { useState } from 'react';
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { api, useErrorText, useT, useToasts } from '@balcao/sdk/client';
import { CopyField } from '@balcao/sdk/ui';

const useStyles = makeStyles({
  card: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '12px',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    fontSize: tokens.fontSizeBase200,
    color: tokens.colorNeutralForeground2,
  },
});

/** The secret address by which other calendar programs read one's entries. */
export function FeedCard() {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const textOf = useErrorText();
  const [path, setPath] = useState<string>();
  const load = useMutation({
    mutationFn: (renews: boolean) =>
      renews ? api.post<{ path: string }>('/agenda/feed/renew') : api.get<{ path: string }>('/agenda/feed'),
    onSuccess: (answer) => setPath(location.origin + answer.path),
    onError: (error) => toasts.error(textOf(error)),
  });
  return (
    <div className={styles.card}>
      <span>{t('feed.text')}</span>
      {path === undefined ? (
        <Button size="small" onClick={() => load.mutate(false)}>
          {t('feed.show')}
        </Button>
      ) : (
        <>
          <CopyField label={t('feed.address')} value={path} />
          <Button size="small" appearance="subtle" onClick={() => load.mutate(true)}>
            {t('feed.renew')}
          </Button>
        </>
      )}
    </div>
  );
}
