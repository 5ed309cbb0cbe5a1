import { useShortcut, useT } from '@balcao/sdk/client';

/** Adds a key to the list of shortcuts without handling it: it is handled where the focus is. */
function ShortcutEntry({ keys, label, group }: { keys: string; label: string; group: string }) {
  useShortcut(keys, () => undefined, { label, group, when: () => false });
  return null;
}

/** The keys of the messages and of the field, for the list of shortcuts. */
export function ShortcutEntries({ mayWrite, mayNote }: { mayWrite: boolean; mayNote: boolean }) {
  const t = useT();
  const [messages, composer] = [t('keys.inMessages'), t('keys.inComposer')];
  return (
    <>
      <ShortcutEntry keys="ArrowUp" label={t('keys.walk')} group={messages} />
      <ShortcutEntry keys="Enter" label={t('keys.options')} group={messages} />
      <ShortcutEntry keys="f" label={t('keys.forward')} group={messages} />
      <ShortcutEntry keys="x" label={t('keys.choose')} group={messages} />
      {mayWrite && (
        <>
          <ShortcutEntry keys="r" label={t('keys.reply')} group={messages} />
          <ShortcutEntry keys="+" label={t('keys.react')} group={messages} />
          <ShortcutEntry keys="ArrowUp" label={t('keys.editLast')} group={composer} />
          {mayNote && <ShortcutEntry keys="mod+shift+e" label={t('keys.note')} group={composer} />}
          {mayNote && <ShortcutEntry keys="@" label={t('mention.label')} group={composer} />}
          <ShortcutEntry keys="mod+b" label={t('keys.bold')} group={composer} />
          <ShortcutEntry keys="mod+i" label={t('keys.italic')} group={composer} />
        </>
      )}
    </>
  );
}
