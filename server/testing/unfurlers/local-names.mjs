// A name with dots leads to this machine: some of the packages refuse an address of this machine's own.
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const lookup = dns.lookup;
dns.lookup = (host, options, done) => lookup(String(host).endsWith(".example") ? "127.0.0.1" : host, options, done);
syncBuiltinESMExports();
