import { useShortcut, useT } from '@balcao/sdk/client';

/** Adds a key to the list of shortcuts without handling it: it is handled where the focus is. */
function Told({ keys, label, group }: { keys: string; label: string; group: string }) {
  useShortcut(keys, () => undefined, { label, group, when: () => false });
  return null;
}

/** The keys of the messages and of the field, for the list of shortcuts. */
export function ToldKeys({ mayWrite, mayNote }: { mayWrite: boolean; mayNote: boolean }) {
  const t = useT();
  const [messages, composer] = [t('keys.inMessages'), t('keys.inComposer')];
  return (
    <>
      <Told keys="ArrowUp" label={t('keys.walk')} group={messages} />
      <Told keys="Enter" label={t('keys.options')} group={messages} />
      <Told keys="f" label={t('keys.forward')} group={messages} />
      <Told keys="x" label={t('keys.choose')} group={messages} />
      {mayWrite && (
        <>
          <Told keys="r" label={t('keys.reply')} group={messages} />
          <Told keys="+" label={t('keys.react')} group={messages} />
          <Told keys="ArrowUp" label={t('keys.editLast')} group={composer} />
          {mayNote && <Told keys="mod+shift+e" label={t('keys.note')} group={composer} />}
          {mayNote && <Told keys="@" label={t('mention.label')} group={composer} />}
          <Told keys="mod+b" label={t('keys.bold')} group={composer} />
          <Told keys="mod+i" label={t('keys.italic')} group={composer} />
        </>
      )}
    </>
  );
}
