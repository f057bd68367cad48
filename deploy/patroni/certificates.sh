#!/bin/sh
# Makes an authority and a certificate for each machine, in a new folder:
#
#     certificates.sh /root/certificates db1=10.0.0.11 db2=10.0.0.12 db3=10.0.0.13 backup1=10.0.0.31
#
# Each machine gets its subfolder as /etc/ssl/prumo. Patroni and pgBackRest use the files; pgBackRest knows a machine by
# the name in its certificate. Keep `authority.key` off the machines: whoever has it can make a machine. A later call
# with the same folder adds machines.
set -eu
umask 077
mkdir -p "$1"
cd "$1"
shift
if [ ! -e authority.key ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj '/CN=Prumo machines' \
    -addext 'keyUsage=critical,keyCertSign' -keyout authority.key -out authority.pem 2>/dev/null
fi
for machine in "$@"; do
  name=${machine%%=*}
  mkdir "$name"
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name,IP:${machine#*=}" -keyout "$name/key.pem" -out request.pem 2>/dev/null
  openssl x509 -req -in request.pem -CA authority.pem -CAkey authority.key -days 3650 -copy_extensions copy \
    -out "$name/certificate.pem" 2>/dev/null
  cp authority.pem "$name/"
  rm request.pem
done
