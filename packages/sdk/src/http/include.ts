/** The `include` query parameter, if there is anything to include. */
export const includeQuery = ({ include }: { include?: readonly string[] | undefined }) =>
  include && include.length > 0 ? { include: include.join(',') } : {}
