/**
 * What draws messages lies in two shared files: a list of conversations shows no more than a preview and its ticks.
 * Authors import `@balcao/sdk/chat`.
 */

export const chatBarrel = '@balcao/sdk/chat';

/** What first screens draw. It lies in one file with what they draw of the UI kit. */
export const chatFirst = `${chatBarrel}/first`;
const first = ['Ticks', 'formatting', 'media-kind'];

/** The id of the shared file that a file of the chat lies in. */
export const chatPartOf = (file: string): string =>
  first.includes(file.replace(/^.*\//, '').replace(/\.tsx?$/, '')) ? chatFirst : chatBarrel;
