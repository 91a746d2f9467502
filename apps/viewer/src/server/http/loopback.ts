import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

/** Whether an address, in any notation of Node, reaches this machine alone. */
export function isLoopback(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && loopback.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** Whether a `Host:` header names this machine: any other name may be a stranger's that was pointed here. */
export function isLoopbackName(header: string | undefined): boolean {
  const url = header !== undefined && /^[\w.:[\]-]+$/.test(header) ? URL.parse(`http://${header}`) : null
  if (url === null) return false
  return url.hostname === 'localhost' || isLoopback(url.hostname.replace(/^\[|\]$/g, ''))
}
