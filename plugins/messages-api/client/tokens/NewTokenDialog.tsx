import { useState } from 'react';
import { Input } from '@fluentui/react-components';
import { useQueryClient } from '@tanstack/react-query';
import { ApiError, api, useT, useToasts } from '@balcao/sdk/client';
import { FormDialog, FormRow } from '@balcao/sdk/ui';
import { integrationsKey, type ConnectionView, type NewToken, type TokenView } from '../data/integrations.ts';
import { ShownOnce } from './ShownOnce.tsx';

interface NewTokenDialogProps {
  connection: ConnectionView;
  onMade(token: NewToken): void;
  onClose(): void;
}

/** Asks for the token’s name, then displays the token once. */
export function NewTokenDialog({ connection, onMade, onClose }: NewTokenDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [made, setMade] = useState<string>();

  const create = async (): Promise<void> => {
    if (name.trim() === '') throw new ApiError(400, 'ERR_VALIDATION', { name: t('fault.required') });
    const body = { connectionId: connection.id, name };
    const { id, token } = await api.post<TokenView & { token: string }>('/messages-api/tokens', body);
    // The token is shown once: no later request may keep it from the screen.
    setMade(token);
    onMade({ id, name, token });
    void queries.invalidateQueries({ queryKey: integrationsKey });
  };
  if (made !== undefined) {
    return (
      <ShownOnce
        title={t('token.madeTitle')}
        text={t('token.madeText')}
        label={t('token.field')}
        value={made}
        onCopied={() => toasts.success(t('token.copied'))}
        onClose={onClose}
      />
    );
  }
  return (
    <FormDialog
      open
      width={460}
      title={t('token.new')}
      subtitle={connection.name}
      submitLabel={t('token.create')}
      onSubmit={create}
      onClose={onClose}
    >
      <FormRow label={t('token.name')} name="name" help={t('token.nameHelp')} required>
        <Input value={name} autoFocus autoComplete="off" maxLength={60} onChange={(_, { value }) => setName(value)} />
      </FormRow>
    </FormDialog>
  );
}
