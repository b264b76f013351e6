/** Schemes that IANA has registered for protocols and names: https://www.iana.org/assignments/uri-schemes */
const registered = `
  aaa aaas about acap acct cap cid coap coap+tcp coap+ws coaps coaps+tcp coaps+ws crid data dav dict dns dtn example file
  ftp geo go gopher h323 http https iax icap im imap info ipn ipp ipps iris iris.beep iris.lwz iris.xpc iris.xpcs jabber
  ldap ldaps leaptofrogans mailto mid msrp msrps mt mtqp mupdate news nfs ni nih nntp opaquelocktoken pkcs11 pop pres
  reload rtsp rtsps rtspu service session shttp sieve sip sips sms snmp soap.beep soap.beeps stun stuns tag tel telnet
  tftp thismessage tip tn3270 turn turns tv urn vemmi vnc wais ws wss xcon xcon-userid xmlrpc.beep xmlrpc.beeps xmpp
  z39.50r z39.50s`;

/** Others of protocols, and of what browsers and systems bring along. */
const wellKnown = `
  ftps sftp scp ssh rsync git git+ssh svn svn+ssh hg cvs smb cifs afp nfs4 irc irc6 ircs rdp rlogin mms mmsh mmst rtmp
  rtmps rtp udp tcp ed2k magnet did doi oid ipfs ipns dweb nostr bitcoin ethereum lightning payto upi openpgp4fpr
  javascript vbscript livescript mocha blob filesystem view-source resource jar wyciwyg chrome chrome-error
  chrome-untrusted devtools edge opera brave vivaldi safari firefox moz-icon feed pcast webcal cal calshow
  intent android-app content market tel-prompt telprompt smsto mmsto callto facetime facetime-audio im2 imessage
  maps map prefs app-prefs app-settings shortcuts workflow shell search search-ms hcp help mk its res local onenote
  x-apple x-apple-helpbasic x-apple.systempreferences x-web-search x-man-page message mailbox addressbook applescript
  jnlp jnlps steam rapport`;

/** The schemes to which no code is sent, because they are not those of an app that a user connects. */
export const schemesOfNoApp: ReadonlySet<string> = new Set(`${registered} ${wellKnown}`.trim().split(/\s+/));
