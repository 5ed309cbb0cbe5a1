import { useState } from 'react';
import { Dropdown, Input, Option, makeStyles } from '@fluentui/react-components';
import {
  ApiError,
  Contributed,
  api,
  mediaUrl,
  reloadSession,
  translate,
  usePoint,
  useSession,
  useT,
  useToasts,
} from '@balcao/sdk/client';
import { Avatar, FormDialog, FormRow, useForm } from '@balcao/sdk/ui';
import { hasAssistantFields } from '../assistant-companies.ts';
import { AssistantFields } from './assistant/AssistantFields.tsx';
import { EntryFields } from './EntryFields.tsx';
import { PictureButtons } from './picture/PictureButtons.tsx';
import { userSections } from './parts.ts';
import { userFaults, type UserValues } from './user-form.ts';
import { profilesFor, type SentLink, type User } from './user.ts';

const useStyles = makeStyles({
  picture: { display: 'flex', alignItems: 'center', gap: '16px', flexWrap: 'wrap' },
});

export interface UserDialogProps {
  /** Absent for a new person. */
  user?: User | undefined;
  onSaved(): Promise<void>;
  /** Called with a link that was not mailed and must be handed over. */
  onLink(link: string, name: string): void;
  onClose(): void;
}

/** The form of a person: data, profile, and the sections of other plugins. */
export function UserDialog({ user, onSaved, onLink, onClose }: UserDialogProps) {
  const t = useT();
  const toasts = useToasts();
  const session = useSession();
  const styles = useStyles();
  const sections = usePoint(userSections);
  const [picture, setPicture] = useState(user?.profilePicUrl ?? null);
  const isMe = user?.id === session.user.id;
  const form = useForm({
    row: user,
    valuesOf: (row): UserValues => ({
      name: row?.name ?? '',
      email: row?.email ?? '',
      password: '',
      profile: row?.profile ?? 'user',
      entry: row ? 'password' : 'invite',
      mustChangePassword: true,
    }),
    bodyOf: ({ name, email, password, profile, entry, mustChangePassword }) => ({
      name: name.trim(),
      email: email.trim(),
      profile,
      ...(entry === 'password' &&
        password !== '' && { password, ...(mustChangePassword && !isMe && { mustChangePassword }) }),
    }),
    show: (field, value) => (field === 'profile' ? t(`profile.${String(value)}`) : undefined),
  });
  const { values, change, added, add } = form;
  const profiles = profilesFor(session, user?.profile ?? 'user');

  const submit = async (): Promise<void> => {
    const faults = Object.entries(userFaults(values, user === undefined));
    if (faults.length > 0) {
      throw new ApiError(
        400,
        'ERR_VALIDATION',
        Object.fromEntries(faults.map(([name, fault]) => [name, t(`fault.${fault}`)])),
      );
    }
    const isInvited = !user && values.entry === 'invite';
    if (isInvited) {
      const { link } = await api.post<SentLink>('/users/invite', form.body());
      if (link === null) toasts.success(t('link.mailed', { email: values.email.trim() }));
      else {
        // One dialog at a time: under a second one this would still make the page inaccessible.
        onClose();
        onLink(link, values.name.trim());
        return onSaved();
      }
    } else {
      await (user ? api.put(`/users/${user.id}`, form.body()) : api.post('/users', form.body()));
      toasts.success(t('form.saved'));
    }
    await onSaved();
    if (isMe) void reloadSession();
    onClose();
  };

  return (
    <FormDialog
      open
      title={t(user ? 'form.edit' : 'form.add')}
      submitLabel={t(user ? 'form.save' : values.entry === 'invite' ? 'form.invite' : 'form.create')}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      {user && (
        <div className={styles.picture}>
          <Avatar name={user.name} picture={picture && mediaUrl(picture)} size={56} decorative />
          <PictureButtons
            userId={user.id}
            path={picture}
            onChanged={async (path) => {
              setPicture(path);
              await Promise.all([onSaved(), isMe && reloadSession()]);
            }}
          />
        </div>
      )}
      <FormRow label={t('field.name')} name="name" required>
        <Input value={values.name} autoFocus autoComplete="off" onChange={(_, { value }) => change({ name: value })} />
      </FormRow>
      <FormRow label={t('field.email')} name="email" required>
        <Input
          type="email"
          value={values.email}
          autoComplete="off"
          onChange={(_, { value }) => change({ email: value })}
        />
      </FormRow>
      <EntryFields values={values} change={change} isNew={!user} isMe={isMe} />
      <FormRow label={t('field.profile')} name="profile" help={t(`profileHelp.${values.profile}`)}>
        <Dropdown
          value={t(`profile.${values.profile}`)}
          selectedOptions={[values.profile]}
          disabled={profiles.length < 2}
          onOptionSelect={(_, { optionValue }) => {
            const profile = profiles.find((one) => one === optionValue);
            if (profile) change({ profile });
          }}
        >
          {profiles.map((profile) => (
            <Option key={profile} value={profile}>
              {t(`profile.${profile}`)}
            </Option>
          ))}
        </Dropdown>
      </FormRow>
      {hasAssistantFields(session.setting('virtualUsers'), session.company.id) && (
        <AssistantFields user={user} values={added} setValue={add} />
      )}
      {sections.map((item) => (
        <div key={`${item.plugin}/${item.id}`} role="group" aria-label={translate(item.plugin, item.label)}>
          <Contributed item={item}>
            <item.component user={user} values={form.filled} setValue={add} />
          </Contributed>
        </div>
      ))}
    </FormDialog>
  );
}
