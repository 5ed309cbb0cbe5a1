import { useEffect, useRef, useState } from 'react';
import { Dropdown, Input, Option, Switch, Textarea, makeStyles, tokens } from '@fluentui/react-components';
import { ApiError, api, compressImage, useT, useToasts } from '@balcao/sdk/client';
import { FileField, FormDialog, FormRow, useFileAddress, useForm, type UploadedFile } from '@balcao/sdk/ui';
import type { Announcement } from '../../contract.ts';
import { storeLastSeen } from '../news/last-seen.ts';
import { pauseAutoOpen } from '../news/opened.ts';
import { markRead } from '../useAnnouncements.ts';

const useStyles = makeStyles({
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: '16px',
    alignItems: 'start',
    '@media (max-width: 599px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  preview: {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '180px',
    objectFit: 'contain',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

const kinds: readonly string[] = ['image/png', 'image/jpeg'];
const priorities = [1, 2, 3] as const;

const storedFile = ({ mediaPath, mediaName }: Announcement): UploadedFile | undefined =>
  mediaPath === null
    ? undefined
    : { name: mediaName ?? '', mime: mediaName?.endsWith('.png') ? 'image/png' : 'image/jpeg', path: mediaPath };

export interface AnnouncementFormProps {
  /** Absent for a new announcement. */
  announcement: Announcement | undefined;
  onSaved(): Promise<void>;
  onClose(): void;
}

/** The form of an announcement: texts, priority, picture, video, and whether it is active. */
export function AnnouncementForm({ announcement, onSaved, onClose }: AnnouncementFormProps) {
  const t = useT();
  const styles = useStyles();
  const toasts = useToasts();
  const stored = announcement && storedFile(announcement);
  const form = useForm({
    row: announcement,
    valuesOf: (row) => ({
      title: row?.title ?? '',
      text: row?.text ?? '',
      video: row?.video ?? '',
      priority: row?.priority ?? 3,
      status: row?.status ?? true,
      file: stored as UploadedFile | File | undefined,
    }),
    bodyOf: ({ file: _file, ...body }) => body,
    show: (field, value) => (field === 'priority' ? t(`priority.${String(value)}`) : undefined),
  });
  const { values, change } = form;
  const { file } = values;
  const setFile = (chosen: UploadedFile | File | undefined): void => change({ file: chosen });
  const [fileFault, setFileFault] = useState<string>();
  const [progress, setProgress] = useState<number>();
  const address = useFileAddress(file);
  /**
   * Id of an announcement that was stored although its picture was refused, so that a second submission does not create
   * another.
   */
  const savedId = useRef(announcement?.id);
  useEffect(() => pauseAutoOpen(), []);

  const choose = (chosen: File): void => {
    // Dropped files bypass the picker's filter.
    setFileFault(kinds.includes(chosen.type) ? undefined : t('form.wrongFile'));
    if (kinds.includes(chosen.type)) setFile(chosen);
  };
  const savePicture = async (id: number): Promise<void> => {
    if (!(file instanceof File)) {
      if (stored && !file) await api.delete(`/announcements/${id}/media-upload`);
      return;
    }
    const upload = new FormData();
    upload.append('file', await compressImage(file));
    try {
      await api.upload(`/announcements/${id}/media-upload`, upload, { onProgress: setProgress });
    } finally {
      setProgress(undefined);
    }
  };
  const submit = async (): Promise<void> => {
    const missing = (['title', 'text'] as const).filter((key) => values[key].trim() === '');
    if (missing.length > 0)
      throw new ApiError(400, 'ERR_VALIDATION', Object.fromEntries(missing.map((key) => [key, t('form.required')])));
    const saved = await (savedId.current === undefined
      ? api.post<Announcement>('/announcements', form.body())
      : api.put<Announcement>(`/announcements/${savedId.current}`, form.body()));
    savedId.current = saved.id;
    // Authors know what they publish: it does not open for them.
    if (saved.status) storeLastSeen(saved);
    await savePicture(saved.id);
    void markRead(saved);
    await onSaved();
    toasts.success(t('form.saved'));
    onClose();
  };

  return (
    <FormDialog
      open
      title={t(announcement ? 'form.edit' : 'form.add')}
      submitLabel={t(announcement ? 'form.save' : 'form.create')}
      width={560}
      onSubmit={submit}
      onClose={onClose}
      form={form}
    >
      <FormRow label={t('field.title')} name="title" required>
        <Input
          autoFocus
          autoComplete="off"
          value={values.title}
          onChange={(_, { value }) => change({ title: value })}
        />
      </FormRow>
      <FormRow label={t('field.text')} name="text" required>
        <Textarea rows={5} resize="vertical" value={values.text} onChange={(_, { value }) => change({ text: value })} />
      </FormRow>
      <div className={styles.pair}>
        <FormRow label={t('field.priority')} name="priority">
          <Dropdown
            value={t(`priority.${values.priority}`)}
            selectedOptions={[String(values.priority)]}
            onOptionSelect={(_, { optionValue }) =>
              change({ priority: priorities.find((one) => String(one) === optionValue) ?? 3 })
            }
          >
            {priorities.map((one) => (
              <Option key={one} value={String(one)}>
                {t(`priority.${one}`)}
              </Option>
            ))}
          </Dropdown>
        </FormRow>
        <FormRow label={t('field.status')} name="status" help={t('form.statusHelp')}>
          <Switch
            checked={values.status}
            label={t(values.status ? 'status.active' : 'status.inactive')}
            onChange={(_, { checked }) => change({ status: checked })}
          />
        </FormRow>
      </div>
      <FormRow label={t('field.media')} name="file" help={t('form.mediaHelp')} error={fileFault}>
        <FileField
          file={file}
          progress={progress}
          accept=".png,.jpg,.jpeg"
          onChoose={choose}
          onRemove={() => {
            setFile(undefined);
            setFileFault(undefined);
          }}
        />
      </FormRow>
      {file && address && <img className={styles.preview} src={address} alt={t('form.preview')} />}
      <FormRow label={t('field.video')} name="video" help={t('form.videoHelp')}>
        <Input autoComplete="off" value={values.video} onChange={(_, { value }) => change({ video: value })} />
      </FormRow>
    </FormDialog>
  );
}
