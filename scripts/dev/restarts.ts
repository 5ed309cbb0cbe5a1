/**
 * Returns whether a change of `file` (relative to the repository, with `/`) requires a server restart; browser code is
 * hot-reloaded.
 */
export function restartsServer(file: string): boolean {
  if (!/\.(ts|json|sql)$/.test(file) || /\.(test|e2e)\.ts$/.test(file)) return false;
  if (/(^|\/)(node_modules|dist|test|client)\//.test(file)) return false;
  if (file.startsWith('kernel/') || /^sdk\/(server|shared)\//.test(file)) return true;
  return /^plugins\/[^/]+\/((server|migrations|locales)\/|(manifest|contract)\.ts$)/.test(file);
}
