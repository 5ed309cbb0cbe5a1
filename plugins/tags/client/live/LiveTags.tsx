import { queryClient, useRoom } from '@balcao/sdk/client';
import { tagsRoom, type Tag } from '../../contract.ts';
import { removeCachedTag, upsertCachedTag, tagKeys } from '../useTags.ts';
import { clearTagUpdates, publishTag } from './tag-updates.ts';

/** Follows changes of tags on every page; renders nothing. */
export default function LiveTags() {
  useRoom(
    tagsRoom,
    {},
    {
      update({ tag }: { tag: Tag }) {
        publishTag(tag.id, tag);
        upsertCachedTag(tag);
        void queryClient.invalidateQueries({ queryKey: tagKeys.pages });
      },
      delete({ tagId }: { tagId: number }) {
        publishTag(tagId, null);
        removeCachedTag(tagId);
        void queryClient.invalidateQueries({ queryKey: tagKeys.pages });
      },
    },
    { queryKeys: [tagKeys.all], onJoined: clearTagUpdates },
  );
  return null;
}
